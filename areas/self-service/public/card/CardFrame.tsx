import { type ReactNode, useEffect } from 'react'
import { discardDeviceData } from '#kit/public/draft.ts'
import { PublicPageFrame } from '#kit/public/Frame.tsx'
import { Icon, type IconName } from '#kit/public/Icon.tsx'
import { currentPath, Link } from '#kit/public/router.tsx'
import { errorText, useT } from '#kit/public/texts.ts'
import { isNotFoundError } from '#kit/web/call.ts'
import { memberCardPath, ownPagePath, ownPointsPath, ownPurchasesPath, ownRewardsPath } from '../../paths.ts'
import { EndSessionButton } from '../FinishButton.tsx'
import { NoSessionPage } from '../SessionOver.tsx'
import { isSessionOverError } from '../useCustomerSession.ts'
import './card.css'

type Props = {
  title: string
  /** True if the title is visually hidden, because the content of the page shows it. */
  unseenTitle?: boolean
  /** Query of the page; while it is loading or has failed, the frame shows this state instead of the content. */
  read: { data?: unknown; error?: unknown; reload: () => void }
  children: ReactNode
}

/** Frame of the member's pages, with the company's name above and the navigation below the content. */
export function MemberPageFrame({ title, unseenTitle = false, read, children }: Props) {
  const { data, error, reload } = read
  const over = isSessionOverError(error)
  useEffect(() => {
    if (over) discardDeviceData()
  }, [over])
  if (over) return <NoSessionPage />
  if (isNotFoundError(error)) return <NoMembership />
  return (
    <>
      <PublicPageFrame title={title} unseenTitle={unseenTitle}>
        {data === undefined ? <ReadState error={error} reload={reload} /> : children}
      </PublicPageFrame>
      <CardNavigation />
    </>
  )
}

function ReadState({ error, reload }: { error: unknown; reload: () => void }) {
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
    <PublicPageFrame title={t('self-service:card.title')}>
      <p className="pub-note">{t('self-service:card.noMembership')}</p>
      <EndSessionButton />
    </PublicPageFrame>
  )
}

const destinations = [
  { to: memberCardPath(), icon: 'card', name: 'card' },
  { to: ownPointsPath(), icon: 'coins', name: 'points' },
  { to: ownRewardsPath(), icon: 'gift', name: 'rewards' },
  { to: ownPurchasesPath(), icon: 'bag', name: 'purchases' },
  { to: ownPagePath(), icon: 'person', name: 'own' },
] as const satisfies { to: string; icon: IconName; name: string }[]

function CardNavigation() {
  const t = useT()
  const path = currentPath()
  return (
    <nav className="own-ways" aria-label={t('self-service:ways.title')}>
      {destinations.map(({ to, icon, name }) => (
        <Link key={to} to={to} className="own-way" aria-current={path === to ? 'page' : undefined}>
          <Icon name={icon} size={22} />
          <span>{t(`self-service:ways.${name}`)}</span>
        </Link>
      ))}
    </nav>
  )
}
