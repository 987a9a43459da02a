import { CheckIcon, XIcon } from 'lucide-react'
import type { Endpoint, WebRequestBody } from '#kit/contract/endpoint.ts'
import { call } from '#kit/web/call.ts'
import type { TranslateFunction } from '#kit/web/i18n.ts'
import type { BulkAction } from '#kit/web/table/bulk.ts'

const REASON_MAX = 300

type Many<Row, Approve extends Endpoint, Reject extends Endpoint> = {
  refuse: (row: Row) => string | false
  approve: [Approve, (row: Row, reason: string) => WebRequestBody<Approve>]
  reject: [Reject, (row: Row, reason: string) => WebRequestBody<Reject>]
}

/** Approves or rejects several changes of level with one call each, so that each change has its own outcome. */
export function createLevelDecisionActions<Row, Approve extends Endpoint, Reject extends Endpoint>(
  t: TranslateFunction,
  { refuse, approve: [approve, approved], reject: [reject, rejected] }: Many<Row, Approve, Reject>,
): BulkAction<Row>[] {
  const keyOf = ({ idempotent }: Endpoint) => (idempotent ? { idempotencyKey: crypto.randomUUID() } : {})
  return [
    {
      label: t('kit:verbs.approve'),
      icon: <CheckIcon aria-hidden />,
      refuse,
      reason: { label: t('kit:queue.reasonFor'), maxLength: REASON_MAX },
      each: (row, reason) => call(approve, approved(row, reason), keyOf(approve)),
    },
    {
      label: t('kit:verbs.reject'),
      icon: <XIcon aria-hidden />,
      danger: true,
      refuse,
      reason: { label: t('kit:fields.Reason'), maxLength: REASON_MAX, required: true },
      each: (row, reason) => call(reject, rejected(row, reason), keyOf(reject)),
    },
  ]
}
