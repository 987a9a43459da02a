import { ownDataPath } from '#areas/privacy/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { Icon } from '#kit/public/Icon.tsx'
import { Link } from '#kit/public/router.tsx'
import { languageNames, useT } from '#kit/public/texts.ts'
import { useRead } from '#kit/public/useRead.ts'
import { formatShortDate } from '#kit/web/format.ts'
import { getOwnProfile, getSelfServiceForm, type Profile } from '../../contract.ts'
import { ownProfilePath } from '../../paths.ts'
import { OwnConsentsCard } from '../ConsentsCard.tsx'
import { messageLanguageOfPage } from '../EmailCode.tsx'
import { EndSessionButton } from '../FinishButton.tsx'
import { MemberPageFrame } from './CardFrame.tsx'
import '../self-service.css'

/** Page with the member's name, consents and the button to sign out. */
export function OwnAccountPage() {
  const t = useT()
  const profile = useRead(getOwnProfile, {})
  const form = useRead(getSelfServiceForm, { LanguageCode: messageLanguageOfPage() })
  const { data } = profile
  return (
    <MemberPageFrame title={t('self-service:own.title')} read={profile}>
      {data && (
        <>
          <Link to={ownProfilePath({ CustomerId: data.CustomerId })} className="pub-card pub-card-body own-person">
            <Icon name="person" size={24} />
            <span>
              <bdi className="own-row-title">{formatPersonName(data.FullName)}</bdi>
              <span className="own-row-more">{t('self-service:card.toProfile')}</span>
            </span>
            <Icon name="forward" size={20} />
          </Link>
          {data.Waiting.length > 0 && (
            <p className="pub-note">{t('self-service:own.waiting', { count: data.Waiting.length })}</p>
          )}
          {form.data && (
            <OwnConsentsCard profile={data} form={form.data} onChanged={profile.put} reload={form.reload} />
          )}
          <ConsentHistory profile={data} />
          <Link to={ownDataPath()} className="pub-button">
            {t('self-service:own.data')}
          </Link>
          <EndSessionButton />
        </>
      )}
    </MemberPageFrame>
  )
}

/** Lists the customer's consents, each with its time and wording. */
function ConsentHistory({ profile: { Consents } }: { profile: Profile }) {
  const t = useT()
  if (Consents.length === 0) return null
  return (
    <details className="own-earlier">
      <summary className="pub-section">{t('self-service:own.consents')}</summary>
      <ul className="pub-card own-rows">
        {Consents.map(({ Channel, GrantedYN, WordingVersion, WordingLanguage: read, Wording, RecordedAt }) => (
          <li key={Channel} className="own-row">
            <span>
              <span className="own-row-title">{t(`self-service:consent.${Channel}.title`)}</span>
              <span className="own-row-more">
                {t('self-service:own.wording', { date: formatShortDate(RecordedAt), wording: WordingVersion })}
                {read && ` · ${languageNames[read]}`}
              </span>
              {GrantedYN === 'Y' && Wording && (
                <q className="own-row-more" {...(read && { lang: read })}>
                  {Wording[read ?? messageLanguageOfPage()] ?? Wording.en ?? Object.values(Wording)[0]}
                </q>
              )}
            </span>
            <b>{GrantedYN === 'Y' ? t('self-service:own.yes') : t('self-service:own.no')}</b>
          </li>
        ))}
      </ul>
    </details>
  )
}
