import { businessHour } from './format.ts'
import './home.css'
import { nameForGreeting } from '#kit/contract/person.ts'
import { useT } from './i18n.ts'
import { Muted } from './Layout.tsx'
import { useSession } from './session.ts'

const NOON = 12
const EVENING = 18
const dayPart = (hour: number) => (hour < NOON ? 'morning' : hour < EVENING ? 'afternoon' : 'evening')

/** Greets the signed-in user by name, with the outlet and the date on the line below. */
export function UserGreeting({ about }: { about: readonly (string | null | undefined | false)[] }) {
  const t = useT()
  const { user } = useSession()
  const name = user.staff ? nameForGreeting(user.staff.full_name, user.staff.preferred_name) : user.username
  return (
    <header>
      <p className="carat-greeting">{t(`kit:greeting.${dayPart(businessHour())}`, { name })}</p>
      <Muted as="p">{about.filter(Boolean).join(' · ')}</Muted>
    </header>
  )
}
