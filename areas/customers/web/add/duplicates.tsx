import { Alert, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { counterPath } from '#areas/memberships/paths.ts'
import { mergeAddPath } from '#areas/merges/paths.ts'
import type { Reply, RequestBody } from '#kit/contract/endpoint.ts'
import { CodeName } from '#kit/web/CodeName.tsx'
import { useT } from '#kit/web/i18n.ts'
import { BorderedBox, Row, Stack } from '#kit/web/Layout.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { findDuplicates } from '../../contract/duplicates.ts'
import { customerPath } from '../../paths.ts'

export type PossibleDuplicate = Reply<typeof findDuplicates>['rows'][number]

const watched = ['FullName', 'IdType', 'IdNo', 'ContactNo', 'Email', 'DateOfBirth'] as const
const PAUSE_MS = 400
/** The maximum number of matches that the form shows, so that its fields stay visible. */
const VISIBLE_MAX = 3

/** Searches for duplicates when the user stops typing. `CustomerId` is the customer whom the user edits. */
export function DuplicateCustomerCheck({
  CustomerId,
  onFound,
}: {
  CustomerId?: number
  onFound: (found: readonly PossibleDuplicate[]) => void
}) {
  const form = Form.useFormInstance()
  const values = Form.useWatch(
    (all: Record<string, unknown>) => JSON.stringify(watched.map((name) => all[name] ?? '')),
    form,
  ) as string | undefined
  const [settled, setSettled] = useState('[]')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(values ?? '[]'), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [values])

  const typed = JSON.parse(settled) as string[]
  const request: RequestBody<typeof findDuplicates> = {
    ...Object.fromEntries(watched.map((name, index) => [name, typed[index] ?? '']).filter(([, value]) => value !== '')),
    ...(CustomerId !== undefined && { CustomerId }),
  }
  const { data } = useRead(findDuplicates, request, {
    enabled: watched.some((name) => name !== 'IdType' && request[name]),
    staleTime: 10_000,
  })
  const rows = data?.rows
  useEffect(() => onFound(rows ?? []), [rows, onFound])
  return null
}

/** The message below a field whose value another customer has. Asks the user why this is a different person. */
export function DuplicateFieldNote({
  found,
  reason,
}: {
  found: readonly PossibleDuplicate[]
  reason: PossibleDuplicate['Reason']
}) {
  const t = useT()
  const same = found.filter((duplicate) => duplicate.Reason === reason)
  return (
    <Stack gap="xs" role="status">
      {same.map((duplicate, index) => (
        <BorderedBox key={duplicate.CustomerId ?? `${index}`} tone={duplicate.Level === 'Block' ? 'error' : 'warning'}>
          <span>{t(`customers:duplicate.${reason}`)}</span>
          <DuplicateLine duplicate={duplicate} />
        </BorderedBox>
      ))}
      {found.find(({ Level }) => Level === 'Warn')?.Reason === reason && <ReasonToContinue />}
    </Stack>
  )
}

/** A family may share a phone or e-mail. To continue, the user enters a reason, which the remarks store. */
function ReasonToContinue() {
  const t = useT()
  return (
    <Form.Item
      name="Remarks"
      label={t('customers:duplicate.reason')}
      extra={t('customers:duplicate.reasonHelp')}
      rules={[{ required: true, whitespace: true, message: t('customers:duplicate.reasonMissing') }]}
      style={{ margin: 0 }}
    >
      <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={1000} />
    </Form.Item>
  )
}

function DuplicateLine({ duplicate }: { duplicate: PossibleDuplicate }) {
  const t = useT()
  return (
    <Row as="span">
      {duplicate.CustomerId === null ? (
        <span>{duplicate.FullName ?? t('customers:duplicate.elsewhere')}</span>
      ) : (
        <Link to={customerPath({ CustomerId: duplicate.CustomerId })}>
          {duplicate.FullName}
          {duplicate.MembershipNo && `, ${duplicate.MembershipNo}`}
        </Link>
      )}
      {duplicate.RegisteredOutletCode && (
        <CodeName field="RegisteredOutletCode" code={duplicate.RegisteredOutletCode} />
      )}
      {duplicate.Status !== null && duplicate.Status !== 'Active' && (
        <StatusTag area="customers" status={duplicate.Status} />
      )}
      {duplicate.MaskedYN === 'Y' && duplicate.FullName !== null && <span>{t('customers:duplicate.masked')}</span>}
      {/* The link opens in a new tab, so that the form stays open. */}
      {duplicate.CustomerId === null && (
        <Link to={counterPath()} target="_blank">
          {t('customers:duplicate.lookUp')}
        </Link>
      )}
    </Row>
  )
}

/** The notice while a customer is edited, which offers a merge with a customer of the same contact or name and birth date. */
export function DuplicateMergeNotice({
  CustomerId,
  found,
}: {
  CustomerId: number
  found: readonly PossibleDuplicate[]
}) {
  const t = useT()
  const { may } = useSession()
  if (found.length === 0) return null
  return (
    <Alert
      style={{ marginBlockEnd: 16 }}
      type="info"
      showIcon
      role="status"
      title={t('customers:duplicate.others')}
      description={
        <Stack gap="s">
          {found.slice(0, VISIBLE_MAX).map((duplicate, index) => (
            <Row gap="m" key={duplicate.CustomerId ?? `${index}`}>
              <span>{t(`customers:duplicate.${duplicate.Reason}`)}</span>
              <DuplicateLine duplicate={duplicate} />
              {may('Merge Members') && duplicate.CustomerId !== null && (
                <Link to={mergeAddPath({ Survivor: CustomerId, Merged: duplicate.CustomerId })}>
                  {t('customers:duplicate.merge')}
                </Link>
              )}
            </Row>
          ))}
        </Stack>
      }
    />
  )
}

/** Lists customers with a similar name and the same birth date, who may be the same person. */
export function SimilarCustomers({ found }: { found: readonly PossibleDuplicate[] }) {
  const t = useT()
  const similar = found.filter(({ Level }) => Level === 'Hint')
  if (similar.length === 0) return null
  return (
    <Alert
      style={{ marginBlockEnd: 16 }}
      type="info"
      showIcon
      title={t('customers:duplicate.similar')}
      description={similar.map((duplicate, index) => (
        <div key={duplicate.CustomerId ?? `${index}`}>
          <DuplicateLine duplicate={duplicate} />
        </div>
      ))}
    />
  )
}

export const hasDuplicateWarning = (found: readonly PossibleDuplicate[]) => found.some(({ Level }) => Level === 'Warn')
