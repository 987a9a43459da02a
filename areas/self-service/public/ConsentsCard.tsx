import { useEffect, useState } from 'react'
import { SendButton } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { useSend } from '#kit/public/useSend.ts'
import { type Profile, sayConsents } from '../contract.ts'
import { ConsentRows, channels, type Granted, isOldWording } from './ConsentRows.tsx'
import type { Lists } from './registration.ts'

type Props = {
  profile: Pick<Profile, 'Consents'>
  form: Pick<Lists, 'ConsentWordings' | 'ConsentWordingVersion'>
  onChanged: (profile: Profile) => void
  /** Asks for the wording of now. */
  reload: () => void
}

const saidIn = ({ Consents }: Props['profile']): Granted =>
  Object.fromEntries(Consents.map(({ Channel, GrantedYN }) => [Channel, GrantedYN === 'Y']))

/** What one agreed to, and the way to say otherwise. Only what changes is recorded. */
export function ConsentsCard({ profile, form, onChanged, reload }: Props) {
  const t = useT()
  const before = saidIn(profile)
  const [granted, setGranted] = useState(before)
  const [isSaved, setIsSaved] = useState(false)
  const changed = channels.filter((channel) => (granted[channel] ?? false) !== (before[channel] ?? false))
  const sending = useSend(sayConsents, {
    done: (next) => {
      setIsSaved(true)
      setHasChanged(false)
      onChanged(next)
    },
  })
  // Read and ticked once more: what was ticked was another wording.
  const [hasChanged, setHasChanged] = useState(false)
  const isOld = isOldWording(sending.error)
  useEffect(() => {
    if (!isOld) return
    setHasChanged(true)
    setGranted(saidIn(profile))
    reload()
  }, [isOld, profile, reload])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const Consents = changed.map((Channel) => ({
          Channel,
          GrantedYN: granted[Channel] ? ('Y' as const) : ('N' as const),
          WordingVersion: form.ConsentWordingVersion,
        }))
        sending.send({ Consents })
      }}
    >
      <ConsentRows
        granted={granted}
        wordings={form.ConsentWordings}
        hasChanged={hasChanged}
        onChange={(next) => {
          setIsSaved(false)
          sending.clearError()
          setGranted(next)
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
