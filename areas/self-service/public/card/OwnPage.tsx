import { ownDataPath } from '#areas/privacy/paths.ts'
import { personName } from '#kit/contract/person.ts'
import { Icon } from '#kit/public/Icon.tsx'
import { Link } from '#kit/public/router.tsx'
import { languageNames, useT } from '#kit/public/texts.ts'
import { useRead } from '#kit/public/useRead.ts'
import { shortDate } from '#kit/web/format.ts'
import { getForm, getProfile, type Profile } from '../../contract.ts'
import { ownProfilePath } from '../../paths.ts'
import { ConsentsCard } from '../ConsentsCard.tsx'
import { pageLanguage } from '../EmailCode.tsx'
import { FinishButton } from '../FinishButton.tsx'
import { CardFrame } from './CardFrame.tsx'
import '../self-service.css'

/** Page with the member's name, consents and the button to sign out. */
export function OwnPage() {
  const t = useT()
  const profile = useRead(getProfile, {})
  const form = useRead(getForm, { LanguageCode: pageLanguage() })
  const { data } = profile
  return (
    <CardFrame title={t('self-service:own.title')} read={profile}>
      {data && (
        <>
          <Link to={ownProfilePath({ CustomerId: data.CustomerId })} className="pub-card pub-card-body own-person">
            <Icon name="person" size={24} />
            <span>
              <bdi className="own-row-title">{personName(data.FullName)}</bdi>
              <span className="own-row-more">{t('self-service:card.toProfile')}</span>
            </span>
            <Icon name="forward" size={20} />
          </Link>
          {data.Waiting.length > 0 && (
            <p className="pub-note">{t('self-service:own.waiting', { count: data.Waiting.length })}</p>
          )}
          {form.data && <ConsentsCard profile={data} form={form.data} onChanged={profile.put} reload={form.reload} />}
          <ConsentHistory profile={data} />
          <Link to={ownDataPath()} className="pub-button">
            {t('self-service:own.data')}
          </Link>
          <FinishButton />
        </>
      )}
    </CardFrame>
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
                {t('self-service:own.wording', { date: shortDate(RecordedAt), wording: WordingVersion })}
                {read && ` · ${languageNames[read]}`}
              </span>
              {GrantedYN === 'Y' && Wording && (
                <q className="own-row-more" {...(read && { lang: read })}>
                  {Wording[read ?? pageLanguage()] ?? Wording.en ?? Object.values(Wording)[0]}
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
