import { Checkbox } from 'antd'
import { useState } from 'react'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { ConsentChannel, type ConsentGiven } from '../../contract/consents.ts'

/** What the customer agrees to, with the words to read out. Nothing counts before the service itself is agreed to. */
export function ConsentFields({ id, onChange }: ControlProps) {
  const t = useT()
  const [given, setGiven] = useState<ReadonlySet<ConsentChannel>>(new Set())
  const give = (channel: ConsentChannel, on: boolean) => {
    const next = new Set(given)
    if (on) next.add(channel)
    else next.delete(channel)
    setGiven(next)
    const consents: ConsentGiven[] = [...next].map((Channel) => ({ Channel, GrantedYN: 'Y', Source: 'Counter' }))
    onChange?.(next.has('Service') ? consents : [])
  }
  return (
    <Stack gap="s" as="fieldset" id={id} aria-label={t('customers:consent.title')}>
      {ConsentChannel.options.map((channel) => (
        <Checkbox key={channel} checked={given.has(channel)} onChange={({ target }) => give(channel, target.checked)}>
          <span style={{ fontWeight: channel === 'Service' ? 600 : undefined }}>
            {t(`customers:wording.${channel}`)}
            {channel === 'Service' && (
              <span className="carat-star" aria-hidden>
                {'\u00a0*'}
              </span>
            )}
          </span>
        </Checkbox>
      ))}
    </Stack>
  )
}
