import { useEffect, useState } from 'react'
import { SendButton } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { useRetriedChange } from '#kit/public/useRetriedChange.ts'
import { type Profile, submitConsents } from '../contract.ts'
import {
  ConsentCheckboxes,
  type GrantedConsents,
  isOutdatedWordingError,
  selfServiceConsentChannels,
  toConsentAnswers,
  type WordingLanguageByChannel,
} from './ConsentRows.tsx'
import type { FormListsReply } from './registration.ts'

type Props = {
  profile: Pick<Profile, 'Consents'>
  form: Pick<FormListsReply, 'ConsentWordings' | 'ConsentWordingVersion'>
  onChanged: (profile: Profile) => void
  /** Function that loads the current version of the wording. */
  reload: () => void
}

const saidIn = ({ Consents }: Props['profile']): GrantedConsents =>
  Object.fromEntries(Consents.map(({ Channel, GrantedYN }) => [Channel, GrantedYN === 'Y']))

/** Card with the customer's consents; only changed consents are recorded. */
export function OwnConsentsCard({ profile, form, onChanged, reload }: Props) {
  const t = useT()
  const before = saidIn(profile)
  const [ticked, setTicked] = useState({
    granted: before,
    readIn: {} as WordingLanguageByChannel,
    wording: form.ConsentWordingVersion,
  })
  const [isSaved, setIsSaved] = useState(false)
  // If the ticked wording is outdated, the customer has to read and tick the current one.
  const hasChanged = ticked.wording !== form.ConsentWordingVersion
  const granted = hasChanged ? before : ticked.granted
  const changed = selfServiceConsentChannels.filter(
    (channel) => (granted[channel] ?? false) !== (before[channel] ?? false),
  )
  const sending = useRetriedChange(submitConsents, {
    done: (next) => {
      setIsSaved(true)
      onChanged(next)
    },
  })
  const isOld = isOutdatedWordingError(sending.error)
  useEffect(() => {
    if (isOld) reload()
  }, [isOld, reload])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        sending.send({ Consents: toConsentAnswers({ ...ticked, channels: changed, granted }) })
      }}
    >
      <ConsentCheckboxes
        granted={granted}
        wordings={form.ConsentWordings}
        hasChanged={hasChanged}
        onChange={(next, readIn) => {
          setIsSaved(false)
          sending.clearError()
          setTicked({
            granted: next,
            readIn: { ...ticked.readIn, ...readIn },
            wording: form.ConsentWordingVersion,
          })
        }}
        disabled={sending.state !== 'idle'}
      />
      {changed.length > 0 && <SendButton sending={sending}>{t('self-service:consent.save')}</SendButton>}
      <p role="status" className={isSaved && changed.length === 0 ? 'pub-hint' : 'pub-unseen'}>
        {isSaved && changed.length === 0 ? t('self-service:consent.saved') : ''}
      </p>
    </form>
  )
}
