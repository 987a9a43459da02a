import { Checkbox } from 'antd'
import { useState } from 'react'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ErrorState } from '#kit/web/States.tsx'
import { ConsentChannel, type ConsentDecision } from '../../contract/consents.ts'
import { useConsentWording } from '../wordings/useWording.ts'

const channels = ConsentChannel.options.filter((channel) => channel !== 'Service')

/** The tick boxes of the consents, initially unticked. Marketing consents are disabled without the service consent. */
export function NewCustomerConsentFields({ id, onChange }: ControlProps) {
  const t = useT()
  const labels = useLabels('customers')
  const { textOf, wordingOf, failed } = useConsentWording()
  const [granted, setGranted] = useState<ReadonlySet<ConsentChannel>>(new Set())
  const give = (channel: ConsentChannel, on: boolean) => {
    const next = new Set(granted)
    if (on) next.add(channel)
    else next.delete(channel)
    setGranted(next)
    const consents: ConsentDecision[] = [...next].map((Channel) => ({
      Channel,
      GrantedYN: 'Y',
      Source: 'Counter',
      ...wordingOf(Channel),
    }))
    onChange?.(next.has('Service') ? consents : [])
  }
  // A consent in person is valid only if staff could read the wording out.
  if (failed) return <ErrorState {...failed} />
  return (
    <Stack gap="s" as="fieldset" id={id} aria-label={t('customers:consent.title')} className="carat-box">
      <Checkbox checked={granted.has('Service')} onChange={({ target }) => give('Service', target.checked)}>
        {textOf('Service') || labels.value('Channel', 'Service')}
      </Checkbox>
      <Row gap="m">
        <Muted>{t('customers:add.newsBy')}</Muted>
        {channels.map((channel) => (
          <Checkbox
            key={channel}
            checked={granted.has(channel)}
            title={textOf(channel)}
            onChange={({ target }) => give(channel, target.checked)}
          >
            {labels.value('Channel', channel)}
          </Checkbox>
        ))}
      </Row>
      <details className="carat-muted">
        <summary>{t('customers:add.readOut')}</summary>
        {channels.map((channel) => (
          <p key={channel}>{textOf(channel)}</p>
        ))}
      </details>
    </Stack>
  )
}
