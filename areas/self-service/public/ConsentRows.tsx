import type { ConsentChannel } from '#areas/customers/contract/consents.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { Legal } from '#kit/public/Frame.tsx'
import { CheckRow } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { CallError } from '#kit/web/call.ts'
import type { getForm } from '../contract.ts'

export const channels = ['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail'] as const satisfies ConsentChannel[]
export type Granted = Partial<Record<ConsentChannel, boolean>>

type Props = {
  granted: Granted
  onChange: (granted: Granted) => void
  /** What is agreed to, word for word. */
  wordings: Reply<typeof getForm>['ConsentWordings']
  /** Another wording stood here when it was ticked. */
  hasChanged?: boolean
  fault?: string | undefined
  disabled?: boolean
}

/** The wording that was shown is so old that the present one has to be read first. */
export const isOldWording = (error: unknown) => error instanceof CallError && error.code === 'customers.wording_changed'

/** What somebody agrees to, each for itself; nothing is ticked before they tick it. */
export function ConsentRows({ granted, onChange, wordings, hasChanged = false, fault, disabled = false }: Props) {
  const t = useT()
  return (
    <fieldset>
      <legend className="pub-section">{t('self-service:consent.title')}</legend>
      {hasChanged && (
        <p className="pub-note" role="status">
          {t('self-service:consent.wordingChanged')}
        </p>
      )}
      <div className="pub-choices">
        {channels.map((channel) => (
          <CheckRow
            key={channel}
            checked={granted[channel] ?? false}
            onChange={(checked) => onChange({ ...granted, [channel]: checked })}
            title={t(`self-service:consent.${channel}.title`)}
            help={wordings.find(({ Channel }) => Channel === channel)?.Text ?? ''}
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
