import { Alert, Button, Form, Input, Modal, Radio, Upload } from 'antd'
import { FileUpIcon } from 'lucide-react'
import { useState } from 'react'
import type { FoundMember } from '#areas/customers/web/index.ts'
import { MemberPicker } from '#areas/customers/web/index.ts'
import { personName } from '#kit/contract/person.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Entries, Entry, Row, Stack } from '#kit/web/Layout.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type Added, addTargets, type CampaignDetail, NUMBERS_MOST } from '../../contract.ts'
import { openCampaigns } from '../choices.ts'
import { numbersIn } from './numbers.ts'

type Props = { campaign: CampaignDetail | undefined; open: boolean; onClose: () => void }

/** Puts customers on a list: found one by one, by numbers that are pasted, or by those of a file. */
export function AddTargets({ campaign, open, onClose }: Props) {
  const t = useT()
  const [chosen, setChosen] = useState<string | null>(null)
  const [people, setPeople] = useState<readonly FoundMember[]>([])
  const [text, setText] = useState('')
  const [file, setFile] = useState<string>()
  const [exclude, setExclude] = useState(false)
  const [added, setAdded] = useState<Added>()
  const CampaignCode = campaign?.CampaignCode ?? chosen
  const numbers = numbersIn(text)
  const count = people.length + numbers.length
  const tooMany = numbers.length > NUMBERS_MOST
  const add = useCall(addTargets, {
    failed: 'campaigns:failed.addTarget',
    onDone: (reply) => {
      setAdded(reply)
      setPeople([])
      setText('')
      setFile(undefined)
    },
  })
  const readNumbers = (next: string, from?: string) => {
    setText(next)
    setFile(from)
  }
  const close = () => {
    setAdded(undefined)
    onClose()
  }
  return (
    <Modal
      open={open}
      title={t('campaigns:targets.add')}
      onCancel={close}
      width={620}
      destroyOnHidden
      footer={
        <Row justify="end">
          <Button onClick={close}>{t('kit:verbs.close')}</Button>
          <Button
            type="primary"
            loading={add.isPending}
            disabled={!CampaignCode || count === 0 || tooMany}
            onClick={() =>
              add.mutate({
                CampaignCode: CampaignCode!,
                CustomerId: people.map(({ CustomerId }) => CustomerId),
                Numbers: numbers,
                Source: file ? 'Import' : 'Manual',
                SourceName: file ?? null,
                ExcludeYN: exclude ? 'Y' : 'N',
              })
            }
          >
            {t(exclude ? 'campaigns:targets.exclude' : 'campaigns:targets.addCount', { count })}
          </Button>
        </Row>
      }
    >
      <Form layout="vertical" component={false}>
        {added && <Told added={added} />}
        {!campaign && (
          <Form.Item label={t('campaigns:fields.CampaignCode')} required>
            <ChoiceSelect
              area="campaigns"
              field="CampaignCode"
              choices={openCampaigns}
              value={chosen}
              onChange={(value) => setChosen(value as string | null)}
            />
          </Form.Item>
        )}
        <Form.Item>
          <Radio.Group
            value={exclude}
            onChange={({ target }) => setExclude(target.value as boolean)}
            options={[
              { value: false, label: t('campaigns:targets.onto') },
              { value: true, label: t('campaigns:targets.off') },
            ]}
          />
        </Form.Item>
        <Form.Item>
          <People people={people} onChange={setPeople} />
        </Form.Item>
        <Numbers text={text} file={file} count={numbers.length} tooMany={tooMany} onChange={readNumbers} />
      </Form>
    </Modal>
  )
}

/** What became of those who were named: how many, and which numbers nobody has. */
function Told({ added: { Added: count, Already, Excluded, Unknown } }: { added: Added }) {
  const t = useT()
  return (
    <Form.Item>
      <Alert
        type={Unknown.length > 0 ? 'warning' : 'success'}
        showIcon
        role="status"
        title={t('campaigns:targets.added', { count })}
        description={
          <Stack gap="xs">
            {Already > 0 && <span>{t('campaigns:targets.already', { count: Already })}</span>}
            {Excluded > 0 && <span>{t('campaigns:targets.excluded', { count: Excluded })}</span>}
            {Unknown.length > 0 && (
              <span>
                {t('campaigns:targets.unknown', { count: Unknown.length })} <bdi>{Unknown.join(', ')}</bdi>
              </span>
            )}
          </Stack>
        }
      />
    </Form.Item>
  )
}

type PeopleProps = { people: readonly FoundMember[]; onChange: (people: readonly FoundMember[]) => void }

/** Customers who were found one by one. */
function People({ people, onChange }: PeopleProps) {
  const t = useT()
  const without = (CustomerId: number) => people.filter((one) => one.CustomerId !== CustomerId)
  return (
    <Stack gap="s">
      <MemberPicker
        id="campaign-target-member"
        label={t('campaigns:targets.search')}
        onPick={(found) => onChange([...without(found.CustomerId), found])}
      />
      {people.length > 0 && (
        <Entries>
          {people.map(({ CustomerId, FullName, MembershipNo }) => (
            <Entry
              key={CustomerId}
              side={
                <Button size="small" onClick={() => onChange(without(CustomerId))}>
                  {t('kit:verbs.remove')}
                </Button>
              }
            >
              <bdi>{personName(FullName)}</bdi> {MembershipNo}
            </Entry>
          ))}
        </Entries>
      )}
    </Stack>
  )
}

type NumbersProps = {
  text: string
  file: string | undefined
  count: number
  tooMany: boolean
  onChange: (text: string, file?: string) => void
}

/** Numbers that are pasted, or those of a file, which is read here and seen before anything is sent. */
function Numbers({ text, file, count, tooMany, onChange }: NumbersProps) {
  const t = useT()
  return (
    <>
      <Form.Item
        label={t('campaigns:targets.paste')}
        htmlFor="campaign-target-numbers"
        {...(tooMany
          ? { validateStatus: 'error', help: t('campaigns:targets.tooMany', { most: formatPoints(NUMBERS_MOST) }) }
          : { extra: t('campaigns:targets.pasteHint', { count }) })}
      >
        <Input.TextArea
          id="campaign-target-numbers"
          value={text}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={({ target }) => onChange(target.value)}
        />
      </Form.Item>
      <Upload
        accept=".csv,.txt,text/csv,text/plain"
        showUploadList={false}
        beforeUpload={async (picked) => {
          onChange(await picked.text(), picked.name)
          return Upload.LIST_IGNORE
        }}
      >
        <Button icon={<FileUpIcon aria-hidden />}>{file ?? t('campaigns:targets.file')}</Button>
      </Upload>
    </>
  )
}
