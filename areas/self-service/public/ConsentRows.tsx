import type { ConsentChannel } from '#areas/customers/contract/consents.ts'
import { Legal } from '#kit/public/Frame.tsx'
import { CheckRow } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'

export const channels = ['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail'] as const satisfies ConsentChannel[]
export type Granted = Partial<Record<ConsentChannel, boolean>>

type Props = { granted: Granted; onChange: (granted: Granted) => void; fault?: string | undefined; disabled?: boolean }

/** What somebody agrees to, each for itself; nothing is ticked before they tick it. */
export function ConsentRows({ granted, onChange, fault, disabled = false }: Props) {
  const t = useT()
  return (
    <fieldset>
      <legend className="pub-section">{t('self-service:consent.title')}</legend>
      <div className="pub-choices">
        {channels.map((channel) => (
          <CheckRow
            key={channel}
            checked={granted[channel] ?? false}
            onChange={(checked) => onChange({ ...granted, [channel]: checked })}
            title={t(`self-service:consent.${channel}.title`)}
            help={t(`self-service:consent.${channel}.help`)}
            required={channel === 'Service'}
            fault={channel === 'Service' ? fault : undefined}
            disabled={disabled}
          />
        ))}
      </div>
      <p className="pub-hint">
        {t('self-service:consent.anyTime')} <Legal />
      </p>
    </fieldset>
  )
}
