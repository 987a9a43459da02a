import type { ConsentChannel, WordingLanguage } from '#areas/customers/contract/consents.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { Legal } from '#kit/public/Frame.tsx'
import { CheckRow } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { CallError } from '#kit/web/call.ts'
import type { ConsentAnswer, getForm } from '../contract.ts'
import './self-service.css'

export const channels = ['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail'] as const satisfies ConsentChannel[]
export type Granted = Partial<Record<ConsentChannel, boolean>>
/** The language of the wording when each consent was ticked or unticked. */
export type ReadIn = Partial<Record<ConsentChannel, WordingLanguage>>

type Props = {
  granted: Granted
  onChange: (granted: Granted, readIn: ReadIn) => void
  /** The consent texts. */
  wordings: Reply<typeof getForm>['ConsentWordings']
  /** The wording changed after it was ticked. */
  hasChanged?: boolean
  fault?: string | undefined
  disabled?: boolean
}

/** True if the shown wording is too old, so that the current one must be read first. */
export const isOldWording = (error: unknown) => error instanceof CallError && error.code === 'customers.wording_changed'

type ConsentInput = { channels: readonly ConsentChannel[]; granted: Granted; readIn: ReadIn; wording: string }

/** The consents to send, each with the wording that was shown. Unticked ones refer to the initial wording. */
export const answersTo = ({ channels: requested, granted, readIn, wording }: ConsentInput) =>
  requested.map(
    (Channel): ConsentAnswer => ({
      Channel,
      GrantedYN: granted[Channel] ? 'Y' : 'N',
      WordingVersion: wording,
      WordingLanguage: readIn[Channel] ?? readIn.Service,
    }),
  )

/** Consent check boxes, one per channel, initially unticked. */
export function ConsentRows({ granted, onChange, wordings, hasChanged = false, fault, disabled = false }: Props) {
  const t = useT()
  const wordingOf = (channel: ConsentChannel) => wordings.find(({ Channel }) => Channel === channel)
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
            onChange={(checked) =>
              onChange({ ...granted, [channel]: checked }, { [channel]: wordingOf(channel)?.Language })
            }
            title={t(`self-service:consent.${channel}.title`)}
            help={wordingOf(channel)?.Text ?? ''}
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
