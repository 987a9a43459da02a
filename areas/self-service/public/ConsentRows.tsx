import type { ConsentChannel, WordingLanguage } from '#areas/customers/contract/consents.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { LegalLinks } from '#kit/public/Frame.tsx'
import { CheckboxField } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { CallError } from '#kit/web/call.ts'
import type { ConsentAnswer, getSelfServiceForm } from '../contract.ts'
import './self-service.css'

export const selfServiceConsentChannels = [
  'Service',
  'Email',
  'SMS',
  'WhatsApp',
  'Call',
  'Mail',
] as const satisfies ConsentChannel[]
export type GrantedConsents = Partial<Record<ConsentChannel, boolean>>
/** Language of the consent text at the moment when the customer ticked or unticked the box, by channel. */
export type WordingLanguageByChannel = Partial<Record<ConsentChannel, WordingLanguage>>

type Props = {
  granted: GrantedConsents
  onChange: (granted: GrantedConsents, readIn: WordingLanguageByChannel) => void
  /** Texts of the consents, with their languages. */
  wordings: Reply<typeof getSelfServiceForm>['ConsentWordings']
  /** True if the wording has changed since the customer ticked a consent. */
  hasChanged?: boolean
  fault?: string | undefined
  disabled?: boolean
}

/** Returns true if the error says that the displayed wording is outdated; the customer then reads the current one. */
export const isOutdatedWordingError = (error: unknown) =>
  error instanceof CallError && error.code === 'customers.wording_changed'

type ConsentInput = {
  channels: readonly ConsentChannel[]
  granted: GrantedConsents
  readIn: WordingLanguageByChannel
  wording: string
}

/** Returns the decisions to send, each with the displayed wording; an unticked box refers to the initial wording. */
export const toConsentAnswers = ({ channels: requested, granted, readIn, wording }: ConsentInput) =>
  requested.map(
    (Channel): ConsentAnswer => ({
      Channel,
      GrantedYN: granted[Channel] ? 'Y' : 'N',
      WordingVersion: wording,
      WordingLanguage: readIn[Channel] ?? readIn.Service,
    }),
  )

/** Shows one check box per channel for consents; at first no box is ticked. */
export function ConsentCheckboxes({ granted, onChange, wordings, hasChanged = false, fault, disabled = false }: Props) {
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
        {selfServiceConsentChannels.map((channel) => (
          <CheckboxField
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
        {t('self-service:consent.anyTime')} <LegalLinks />
      </p>
    </fieldset>
  )
}
