import type { ConsentChannel, WordingLanguage } from '#areas/customers/contract/consents.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { Legal } from '#kit/public/Frame.tsx'
import { CheckRow } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { CallError } from '#kit/web/call.ts'
import type { ConsentSaid, getForm } from '../contract.ts'
import './self-service.css'

export const channels = ['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail'] as const satisfies ConsentChannel[]
export type Granted = Partial<Record<ConsentChannel, boolean>>
/** In which language a wording stood there when it was ticked, or no longer was. */
export type ReadIn = Partial<Record<ConsentChannel, WordingLanguage>>

type Props = {
  granted: Granted
  onChange: (granted: Granted, readIn: ReadIn) => void
  /** What is agreed to, word for word. */
  wordings: Reply<typeof getForm>['ConsentWordings']
  /** Another wording stood here when it was ticked. */
  hasChanged?: boolean
  fault?: string | undefined
  disabled?: boolean
}

/** The wording that was shown is so old that the present one has to be read first. */
export const isOldWording = (error: unknown) => error instanceof CallError && error.code === 'customers.wording_changed'

type Asked = { asked: readonly ConsentChannel[]; granted: Granted; readIn: ReadIn; wording: string }

/** The answers as they are sent, each with the wording that stood there. What was left unticked was read with the first. */
export const answersTo = ({ asked, granted, readIn, wording }: Asked) =>
  asked.map(
    (Channel): ConsentSaid => ({
      Channel,
      GrantedYN: granted[Channel] ? 'Y' : 'N',
      WordingVersion: wording,
      WordingLanguage: readIn[Channel] ?? readIn.Service,
    }),
  )

/** What somebody agrees to, each for itself; nothing is ticked before they tick it. */
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
