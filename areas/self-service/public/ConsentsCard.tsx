import { useState } from 'react'
import { SendButton } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { useSend } from '#kit/public/useSend.ts'
import { type Profile, sayConsents } from '../contract.ts'
import { ConsentRows, channels, type Granted } from './ConsentRows.tsx'

type Props = { profile: Pick<Profile, 'Consents'>; wording: string; onChanged: (profile: Profile) => void }

const saidIn = ({ Consents }: Props['profile']): Granted =>
  Object.fromEntries(Consents.map(({ Channel, GrantedYN }) => [Channel, GrantedYN === 'Y']))

/** What one agreed to, and the way to say otherwise. Only what changes is recorded. */
export function ConsentsCard({ profile, wording, onChanged }: Props) {
  const t = useT()
  const before = saidIn(profile)
  const [granted, setGranted] = useState(before)
  const [isSaved, setIsSaved] = useState(false)
  const changed = channels.filter((channel) => (granted[channel] ?? false) !== (before[channel] ?? false))
  const sending = useSend(sayConsents, {
    done: (next) => {
      setIsSaved(true)
      onChanged(next)
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const Consents = changed.map((Channel) => ({
          Channel,
          GrantedYN: granted[Channel] ? ('Y' as const) : ('N' as const),
          WordingVersion: wording,
        }))
        sending.send({ Consents })
      }}
    >
      <ConsentRows
        granted={granted}
        onChange={(next) => {
          setIsSaved(false)
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
