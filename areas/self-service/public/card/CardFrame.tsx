import { type ReactNode, useEffect } from 'react'
import { forgetAll } from '#kit/public/draft.ts'
import { Frame } from '#kit/public/Frame.tsx'
import { Icon, type IconName } from '#kit/public/Icon.tsx'
import { Link, presentPath } from '#kit/public/router.tsx'
import { errorText, useT } from '#kit/public/texts.ts'
import { isMissing } from '#kit/web/call.ts'
import { cardPath, ownPagePath, pointsPath, purchasesPath, rewardsPath } from '../../paths.ts'
import { FinishButton } from '../FinishButton.tsx'
import { Over } from '../Over.tsx'
import { isOver } from '../useVisit.ts'
import './card.css'

type Props = {
  title: string
  /** The card says itself what it is. */
  unseenTitle?: boolean
  /** What the page reads: until it is there the page says so, and what went wrong. */
  read: { data?: unknown; error?: unknown; reload: () => void }
  children: ReactNode
}

/** What stands around every page of a member: the company above, the ways to the other pages at the thumb. */
export function CardFrame({ title, unseenTitle = false, read, children }: Props) {
  const { data, error, reload } = read
  const over = isOver(error)
  useEffect(() => {
    if (over) forgetAll()
  }, [over])
  if (over) return <Over />
  if (isMissing(error)) return <NoMembership />
  return (
    <>
      <Frame title={title} unseenTitle={unseenTitle}>
        {data === undefined ? <Awaited error={error} reload={reload} /> : children}
      </Frame>
      <Ways />
    </>
  )
}

function Awaited({ error, reload }: { error: unknown; reload: () => void }) {
  const t = useT()
  if (error === undefined)
    return (
      <div className="pub-skeleton" role="status">
        <span className="pub-unseen">{t('kit:loading')}</span>
      </div>
    )
  return (
    <>
      <p className="pub-note pub-note-danger" role="alert">
        {errorText(error)}
      </p>
      <button type="button" className="pub-button" onClick={reload}>
        {t('kit:acts.again')}
      </button>
    </>
  )
}

function NoMembership() {
  const t = useT()
  return (
    <Frame title={t('self-service:card.title')}>
      <p className="pub-note">{t('self-service:card.noMembership')}</p>
      <FinishButton />
    </Frame>
  )
}

const ways = [
  { to: cardPath(), icon: 'card', name: 'card' },
  { to: pointsPath(), icon: 'coins', name: 'points' },
  { to: rewardsPath(), icon: 'gift', name: 'rewards' },
  { to: purchasesPath(), icon: 'bag', name: 'purchases' },
  { to: ownPagePath(), icon: 'person', name: 'own' },
] as const satisfies { to: string; icon: IconName; name: string }[]

function Ways() {
  const t = useT()
  const here = presentPath()
  return (
    <nav className="own-ways" aria-label={t('self-service:ways.title')}>
      {ways.map(({ to, icon, name }) => (
        <Link key={to} to={to} className="own-way" aria-current={here === to ? 'page' : undefined}>
          <Icon name={icon} size={22} />
          <span>{t(`self-service:ways.${name}`)}</span>
        </Link>
      ))}
    </nav>
  )
}
