import { Alert, Button, Form, Input, Radio, Segmented, Upload } from 'antd'
import { FileUpIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MemberSearchResult } from '#areas/customers/web/index.ts'
import { MemberPicker } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { formatPoints, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Row, Stack } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import { SlotParts, useSlot } from '#kit/web/slots.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type AddedTargets, addCampaignTargets, MEMBERSHIP_NUMBERS_MAX } from '../../contract.ts'
import { type TargetSourceProps, targetSourcesSlot } from '../slots.ts'
import { extractMembershipNumbers } from './numbers.ts'

const sources = ['segment', 'customers', 'numbers', 'file'] as const
type Source = (typeof sources)[number]

/** Adds customers to a target list or to its exclusions: by segment, by search, by pasted numbers or from a file. */
export function AddTargetsForm({ CampaignCode }: { CampaignCode: string }) {
  const t = useT()
  const { has, isHQ } = useSession()
  const hasSegments = useSlot(targetSourcesSlot).length > 0 && isHQ && has('Campaign')
  const available = hasSegments ? sources : sources.slice(1)
  const [chosenSource, setChosenSource] = useState<Source>()
  const [isExclusion, setExclusion] = useState(false)
  const [added, setAdded] = useState<AddedTargets>()
  const source = chosenSource ?? available[0]
  const props: TargetSourceProps = { CampaignCode, isExclusion, onAdded: setAdded }
  return (
    <Stack>
      <Row justify="spread">
        <Segmented<Source>
          aria-label={t('campaigns:targets.source')}
          value={source!}
          options={available.map((value) => ({ value, label: t(`campaigns:targets.by.${value}`) }))}
          onChange={(next) => {
            setChosenSource(next)
            setAdded(undefined)
          }}
        />
        <Radio.Group
          value={isExclusion}
          onChange={({ target }) => setExclusion(target.value as boolean)}
          options={[
            { value: false, label: t('campaigns:targets.onto') },
            { value: true, label: t('campaigns:targets.off') },
          ]}
        />
      </Row>
      {source === 'segment' && <SlotParts slot={targetSourcesSlot} props={props} />}
      {source === 'customers' && <Customers {...props} />}
      {(source === 'numbers' || source === 'file') && <Numbers key={source} isFile={source === 'file'} {...props} />}
      {added && <AddedAlert added={added} isExclusion={isExclusion} />}
    </Stack>
  )
}

/** Shows the result of adding customers: the number of added customers, and the unknown membership numbers. */
function AddedAlert({ added, isExclusion }: { added: AddedTargets; isExclusion: boolean }) {
  const t = useT()
  const { Added: count, Already, Excluded, Unknown } = added
  const details = [
    Already > 0 && t('campaigns:targets.already', { count: Already }),
    Excluded > 0 && t('campaigns:targets.excluded', { count: Excluded }),
  ].filter((line) => line !== false)
  return (
    <Alert
      type={Unknown.length > 0 ? 'warning' : 'success'}
      showIcon
      role="status"
      title={t(isExclusion ? 'campaigns:targets.excludedNow' : 'campaigns:targets.added', { count })}
      {...((details.length > 0 || Unknown.length > 0) && {
        description: (
          <Stack gap="xs">
            {details.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {Unknown.length > 0 && (
              <span>
                {t('campaigns:targets.unknown', { count: Unknown.length })} <bdi>{Unknown.join(listSeparator())}</bdi>
              </span>
            )}
          </Stack>
        ),
      })}
    />
  )
}

type AddButtonProps = TargetSourceProps & {
  CustomerId?: number[]
  Numbers?: string[]
  file?: string | undefined
  disabled?: boolean
  onDone: () => void
}

function AddButton({ CampaignCode, isExclusion, onAdded, onDone, disabled, file, ...customers }: AddButtonProps) {
  const t = useT()
  const count = (customers.CustomerId?.length ?? 0) + (customers.Numbers?.length ?? 0)
  const add = useCall(addCampaignTargets, {
    failed: 'campaigns:failed.addTarget',
    onDone: (reply) => {
      onAdded(reply)
      onDone()
    },
  })
  return (
    <Button
      type="primary"
      loading={add.isPending}
      disabled={count === 0 || disabled === true}
      onClick={() =>
        add.mutate({
          CampaignCode,
          ...customers,
          Source: file ? 'Import' : 'Manual',
          SourceName: file ?? null,
          ExcludeYN: isExclusion ? 'Y' : 'N',
        })
      }
    >
      {t(isExclusion ? 'campaigns:targets.exclude' : 'campaigns:targets.addCount', { count })}
    </Button>
  )
}

/** Adds the customers that the user finds by search. */
function Customers(props: TargetSourceProps) {
  const t = useT()
  const [people, setPeople] = useState<readonly MemberSearchResult[]>([])
  const without = (CustomerId: number) => people.filter((person) => person.CustomerId !== CustomerId)
  return (
    <Stack gap="s">
      <MemberPicker
        id="campaign-target-member"
        label={t('campaigns:targets.search')}
        onPick={(member) => setPeople([...without(member.CustomerId), member])}
      />
      {people.length > 0 && (
        <EntryList>
          {people.map(({ CustomerId, FullName, MembershipNo }) => (
            <ListEntry
              key={CustomerId}
              side={
                <Button size="small" onClick={() => setPeople(without(CustomerId))}>
                  {t('kit:verbs.remove')}
                </Button>
              }
            >
              <bdi>{formatPersonName(FullName)}</bdi> {MembershipNo}
            </ListEntry>
          ))}
        </EntryList>
      )}
      <Row>
        <AddButton {...props} CustomerId={people.map(({ CustomerId }) => CustomerId)} onDone={() => setPeople([])} />
      </Row>
    </Stack>
  )
}

/** Adds membership numbers from pasted text or a file; the browser shows the numbers before they are added. */
function Numbers({ isFile, ...props }: TargetSourceProps & { isFile: boolean }) {
  const t = useT()
  const [text, setText] = useState('')
  const [file, setFile] = useState<string>()
  const numbers = extractMembershipNumbers(text)
  const tooMany = numbers.length > MEMBERSHIP_NUMBERS_MAX
  const clear = () => {
    setText('')
    setFile(undefined)
  }
  return (
    <Stack gap="s">
      {isFile && (
        <Upload
          accept=".csv,.txt,text/csv,text/plain"
          showUploadList={false}
          beforeUpload={async (upload) => {
            setText(await upload.text())
            setFile(upload.name)
            return Upload.LIST_IGNORE
          }}
        >
          <Button icon={<FileUpIcon aria-hidden />}>{file ?? t('campaigns:targets.file')}</Button>
        </Upload>
      )}
      {(!isFile || file) && <NumbersField text={text} count={numbers.length} tooMany={tooMany} onChange={setText} />}
      <Row>
        <AddButton {...props} Numbers={numbers} file={file} disabled={tooMany} onDone={clear} />
      </Row>
    </Stack>
  )
}

type FieldProps = { text: string; count: number; tooMany: boolean; onChange: (text: string) => void }

function NumbersField({ text, count, tooMany, onChange }: FieldProps): ReactNode {
  const t = useT()
  return (
    <Form layout="vertical" component={false}>
      <Form.Item
        label={t('campaigns:targets.paste')}
        htmlFor="campaign-target-numbers"
        {...(tooMany
          ? {
              validateStatus: 'error',
              help: t('campaigns:targets.tooMany', { most: formatPoints(MEMBERSHIP_NUMBERS_MAX) }),
            }
          : { extra: t('campaigns:targets.pasteHint', { count }) })}
      >
        <Input.TextArea
          id="campaign-target-numbers"
          value={text}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={({ target }) => onChange(target.value)}
        />
      </Form.Item>
    </Form>
  )
}
