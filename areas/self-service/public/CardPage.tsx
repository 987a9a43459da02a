import { Frame } from '#kit/public/Frame.tsx'
import { Link } from '#kit/public/router.tsx'
import { useT } from '#kit/public/texts.ts'
import { useRead } from '#kit/public/useRead.ts'
import { getProfile } from '../contract.ts'
import { ownProfilePath } from '../paths.ts'
import { FinishButton } from './FinishButton.tsx'
import { MemberCode } from './MemberCode.tsx'
import { Over, Waiting } from './Over.tsx'
import { isOver } from './useVisit.ts'

/** The member's code, which the counter scans; and the way to their profile. */
export function CardPage() {
  const t = useT()
  const { data, error, reload } = useRead(getProfile, {})
  if (isOver(error)) return <Over />
  if (!data) return <Waiting title={t('self-service:card.title')} error={error} reload={reload} />
  const { CustomerId, FullName, MembershipNo } = data
  return (
    <Frame title={t('self-service:card.title')}>
      <p className="pub-lead">
        <bdi className="pub-strong">{FullName}</bdi>
      </p>
      {MembershipNo ? (
        <MemberCode MembershipNo={MembershipNo} />
      ) : (
        <p className="pub-note">{t('self-service:card.noMembership')}</p>
      )}
      <Link to={ownProfilePath({ CustomerId })} className="pub-button">
        {t('self-service:card.toProfile')}
      </Link>
      <FinishButton />
    </Frame>
  )
}
