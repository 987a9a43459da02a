import { Button } from 'antd'
import { useState } from 'react'
import { personName } from '#kit/contract/person.ts'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { useOffline } from '#kit/web/connection.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useQueue } from '#kit/web/queue/context.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { useCall } from '#kit/web/useCall.ts'
import { type Decision, decideFinding, type Finding, REASON_MAX } from '../contract.ts'
import { whatHappened } from './words.ts'

/** What a finding is, each with its reason. What was decided before may be decided again. */
export function DecideBar({ finding }: { finding: Finding }) {
  const t = useT()
  const labels = useLabels('watch')
  const offline = useOffline()
  const { decided } = useQueue()
  const [asking, setAsking] = useState<Decision>()
  const { FindingId, Name, Version } = finding
  const name = personName(Name)
  const decision = useCall(decideFinding, {
    headline: () => t('watch:decidedHeadline', { name }),
    done: ({ Status }) => t(`watch:decided.${Status as Decision}`),
    failed: 'watch:decideFailed',
    onDone: ({ Status }) =>
      decided({ id: FindingId, good: Status !== 'Confirmed', text: labels.value('Status', Status) }),
  })
  const free = asking === undefined && !offline
  useShortcut('h', 'watch:act.Harmless', () => setAsking('Harmless'), { enabled: free })
  useShortcut('w', 'watch:act.Watching', () => setAsking('Watching'), { enabled: free })
  useShortcut('c', 'watch:act.Confirmed', () => setAsking('Confirmed'), { enabled: free })
  const button = (choice: Decision, keys: string, look: object) => (
    <Button disabled={!free} onClick={() => setAsking(choice)} aria-keyshortcuts={keys} {...look}>
      {t(`watch:act.${choice}`)}
    </Button>
  )
  return (
    <>
      <Row className="carat-grow" justify="end">
        {button('Watching', 'W', {})}
        {button('Confirmed', 'C', { danger: true })}
        {button('Harmless', 'H', { type: 'primary' })}
      </Row>
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        question={{
          title: t(`watch:question.${asking ?? 'Harmless'}`, { name }),
          body: `${whatHappened(t, finding)}. ${t(`watch:effect.${asking ?? 'Harmless'}`)}`,
          ok: t(`watch:ok.${asking ?? 'Harmless'}`),
          danger: asking === 'Confirmed',
          reason: { label: t('kit:fields.Reason'), maxLength: REASON_MAX, required: true },
        }}
        run={(Reason) => asking && decision.mutateAsync({ FindingId, Version, Decision: asking, Reason })}
      />
    </>
  )
}
