import { Alert, Button } from 'antd'
import { CheckIcon, XIcon } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint, Sent } from '#kit/contract/endpoint.ts'
import { ConfirmAction, ConfirmDialog } from '../ConfirmAction.tsx'
import { call } from '../call.ts'
import { type T, useT } from '../i18n.ts'
import { ActionBar } from '../Layout.tsx'
import { useShortcut } from '../shortcuts.ts'
import { useCall } from '../useCall.ts'
import type { TextKey } from '../vocabulary.ts'
import type { BulkAction } from './bulk.ts'

const REASON_MAX = 300

/** A request as its reader may decide it. */
type Decidable = { OwnYN: 'Y' | 'N'; MayDecideYN: 'Y' | 'N'; Status: string }
type Act<E extends Endpoint> = { call: E; done: TextKey; failed: TextKey }

type Props<Approve extends Endpoint, Reject extends Endpoint, Withdraw extends Endpoint> = {
  of: Decidable
  approve: Act<Approve> & { input: Sent<Approve>; blocked?: boolean }
  /** `title` asks whether it is really meant; the reason is handed to `input`. */
  reject: Act<Reject> & { input: (reason: string) => Sent<Reject>; title: string; body?: string | undefined }
  withdraw: WithdrawalProps<Withdraw>
  onDone?: (() => void) | undefined
}

/** The end of a request, by whoever may bring it there: approved or rejected by others, withdrawn by who asked. */
export function Decision<Approve extends Endpoint, Reject extends Endpoint, Withdraw extends Endpoint>({
  of: { OwnYN, MayDecideYN, Status },
  withdraw,
  ...decided
}: Props<Approve, Reject, Withdraw>) {
  if (MayDecideYN === 'Y') return <YesOrNo {...decided} />
  if (OwnYN === 'N' || Status !== 'Pending') return null
  return (
    <>
      <Alert className="carat-space-before" type="info" showIcon title={withdraw.hint} />
      <Withdrawal {...withdraw} onDone={decided.onDone} />
    </>
  )
}

/** Yes or no to what somebody else asked for: A approves, R rejects with a reason. Stays in reach below what is read. */
function YesOrNo<Approve extends Endpoint, Reject extends Endpoint>({
  approve,
  reject,
  onDone,
}: Omit<Props<Approve, Reject, Endpoint>, 'of' | 'withdraw'>) {
  const t = useT()
  const [rejecting, setRejecting] = useState(false)
  const options = onDone ? { onDone } : {}
  const approving = useCall<Approve>(approve.call, { done: approve.done, failed: approve.failed, ...options })
  const rejection = useCall<Reject>(reject.call, { done: reject.done, failed: reject.failed, ...options })
  const run = () => approving.mutate(approve.input)
  const free = !approving.isPending && !rejection.isPending && !rejecting
  useShortcut('a', 'kit:verbs.approve', run, { inDialog: true, enabled: free && !approve.blocked })
  useShortcut('r', 'kit:verbs.reject', () => setRejecting(true), { inDialog: true, enabled: free })
  return (
    <>
      <ActionBar>
        <Button
          type="primary"
          icon={<CheckIcon aria-hidden />}
          disabled={approve.blocked === true}
          loading={approving.isPending}
          onClick={run}
          aria-keyshortcuts="A"
        >
          {t('kit:verbs.approve')}
        </Button>
        <Button
          danger
          icon={<XIcon aria-hidden />}
          loading={rejection.isPending}
          onClick={() => setRejecting(true)}
          aria-keyshortcuts="R"
        >
          {t('kit:verbs.reject')}
        </Button>
      </ActionBar>
      <ConfirmDialog
        open={rejecting}
        question={{
          title: reject.title,
          body: reject.body,
          ok: t('kit:verbs.reject'),
          danger: true,
          reason: { label: t('kit:fields.Reason'), maxLength: REASON_MAX, required: true },
        }}
        onClose={() => setRejecting(false)}
        run={(reason) => rejection.mutateAsync(reject.input(reason))}
      />
    </>
  )
}

type WithdrawalProps<E extends Endpoint> = Act<E> & { input: Sent<E>; label: string; title: string; hint: string }

/** Takes your own request away, which only others may decide. */
export function Withdrawal<E extends Endpoint>({
  call: endpoint,
  input,
  label,
  title,
  done,
  failed,
  onDone,
}: Omit<WithdrawalProps<E>, 'hint'> & Pick<Props<E, E, E>, 'onDone'>) {
  const withdrawal = useCall<E>(endpoint, { done, failed, ...(onDone && { onDone }) })
  return (
    <div className="carat-space-before">
      <ConfirmAction label={label} title={title} run={() => withdrawal.mutateAsync(input)} />
    </div>
  )
}

type Many<Row, Approve extends Endpoint, Reject extends Endpoint> = {
  refuse: (row: Row) => string | false
  approve: [Approve, (row: Row) => Sent<Approve>]
  reject: [Reject, (row: Row, reason: string) => Sent<Reject>]
}

/** Approving and rejecting many at once: each by a call of its own, so that each has its own outcome. */
export function decisionsOf<Row, Approve extends Endpoint, Reject extends Endpoint>(
  t: T,
  { refuse, approve: [approve, approved], reject: [reject, rejected] }: Many<Row, Approve, Reject>,
): BulkAction<Row>[] {
  const keyOf = ({ idempotent }: Endpoint) => (idempotent ? { idempotencyKey: crypto.randomUUID() } : {})
  return [
    {
      label: t('kit:verbs.approve'),
      icon: <CheckIcon aria-hidden />,
      refuse,
      each: (row) => call(approve, approved(row), keyOf(approve)),
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
