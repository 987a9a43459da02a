import { Button } from 'antd'
import { useState } from 'react'
import { formatPersonName } from '#kit/contract/person.ts'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { useIsOffline } from '#kit/web/connection.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useQueueState } from '#kit/web/queue/context.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { useCall } from '#kit/web/useCall.ts'
import { decideFinding, FINDING_REASON_LENGTH_MAX, type Finding, type WatchDecision } from '../contract.ts'
import { describeFindingInSentence } from './words.ts'

/** Buttons to decide a finding with a reason; a decided finding can be decided again. */
export function FindingDecisionBar({ finding }: { finding: Finding }) {
  const t = useT()
  const labels = useLabels('watch')
  const offline = useIsOffline()
  const { decided } = useQueueState()
  const [pendingDecision, setPendingDecision] = useState<WatchDecision>()
  const { FindingId, Name, Version } = finding
  const name = formatPersonName(Name)
  const decision = useCall(decideFinding, {
    headline: () => t('watch:decidedHeadline', { name }),
    done: ({ Status }) => t(`watch:decided.${Status as WatchDecision}`),
    failed: 'watch:decideFailed',
    onDone: ({ Status }) =>
      decided({ id: FindingId, good: Status !== 'Confirmed', text: labels.value('Status', Status) }),
  })
  const enabled = pendingDecision === undefined && !offline
  useShortcut('h', 'watch:act.Harmless', () => setPendingDecision('Harmless'), { enabled })
  useShortcut('w', 'watch:act.Watching', () => setPendingDecision('Watching'), { enabled })
  useShortcut('c', 'watch:act.Confirmed', () => setPendingDecision('Confirmed'), { enabled })
  const button = (option: WatchDecision, keys: string, props: object) => (
    <Button disabled={!enabled} onClick={() => setPendingDecision(option)} aria-keyshortcuts={keys} {...props}>
      {t(`watch:act.${option}`)}
    </Button>
  )
  return (
    <>
      <Row className="carat-grow" justify="end">
        {button('Watching', 'W', {})}
        {button('Confirmed', 'C', { danger: true })}
        {button('Harmless', 'H', {})}
      </Row>
      <ConfirmDialog
        open={pendingDecision !== undefined}
        onClose={() => setPendingDecision(undefined)}
        question={{
          title: t(`watch:question.${pendingDecision ?? 'Harmless'}`, { name }),
          body: `${describeFindingInSentence(t, finding)}. ${t(`watch:effect.${pendingDecision ?? 'Harmless'}`)}`,
          ok: t(`watch:ok.${pendingDecision ?? 'Harmless'}`),
          danger: pendingDecision === 'Confirmed',
          reason: { label: t('kit:fields.Reason'), maxLength: FINDING_REASON_LENGTH_MAX, required: true },
        }}
        run={(Reason) =>
          pendingDecision && decision.mutateAsync({ FindingId, Version, Decision: pendingDecision, Reason })
        }
      />
    </>
  )
}
