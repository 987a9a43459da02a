import { useEffect, useState } from 'react'
import { SendButton } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { useSend } from '#kit/public/useSend.ts'
import { type Profile, submitConsents } from '../contract.ts'
import {
  ConsentRows,
  consentAnswers,
  consentChannels,
  type GrantedConsents,
  isOldWording,
  type WordingLanguages,
} from './ConsentRows.tsx'
import type { FormLists } from './registration.ts'

type Props = {
  profile: Pick<Profile, 'Consents'>
  form: Pick<FormLists, 'ConsentWordings' | 'ConsentWordingVersion'>
  onChanged: (profile: Profile) => void
  /** Function that loads the current version of the wording. */
  reload: () => void
}

const saidIn = ({ Consents }: Props['profile']): GrantedConsents =>
  Object.fromEntries(Consents.map(({ Channel, GrantedYN }) => [Channel, GrantedYN === 'Y']))

/** Card with the customer's consents; only changed consents are recorded. */
export function ConsentsCard({ profile, form, onChanged, reload }: Props) {
  const t = useT()
  const before = saidIn(profile)
  const [ticked, setTicked] = useState({
    granted: before,
    readIn: {} as WordingLanguages,
    wording: form.ConsentWordingVersion,
  })
  const [isSaved, setIsSaved] = useState(false)
  // If the ticked wording is outdated, the customer has to read and tick the current one.
  const hasChanged = ticked.wording !== form.ConsentWordingVersion
  const granted = hasChanged ? before : ticked.granted
  const changed = consentChannels.filter((channel) => (granted[channel] ?? false) !== (before[channel] ?? false))
  const sending = useSend(submitConsents, {
    done: (next) => {
      setIsSaved(true)
      onChanged(next)
    },
  })
  const isOld = isOldWording(sending.error)
  useEffect(() => {
    if (isOld) reload()
  }, [isOld, reload])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        sending.send({ Consents: consentAnswers({ ...ticked, channels: changed, granted }) })
      }}
    >
      <ConsentRows
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
