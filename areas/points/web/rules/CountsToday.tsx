import { Link } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { Entries, Entry, Muted } from '#kit/web/Layout.tsx'
import { PageSection } from '#kit/web/Sections.tsx'

type Props = {
  /** For whom or for what it counts today; nothing where it doesn't. */
  counts: string | undefined
  /** What counts before it, each with where that holds. */
  losesTo: readonly { key: number; name: string; link: string; where?: string }[]
}

/** Where a rule counts today, and which others count before it. The server says so by the rule by which sales earn. */
export function CountsToday({ counts, losesTo }: Props) {
  const t = useT()
  return (
    <PageSection title={t('points:rules.countsToday')}>
      <p>{counts ?? t('points:rules.countsNowhere')}</p>
      {losesTo.length > 0 && (
        <>
          <p>{t('points:rules.losesTo')}</p>
          <Entries>
            {losesTo.map(({ key, name, link, where }) => (
              <Entry key={key} side={where && <Muted>{where}</Muted>}>
                <Link to={link}>{name}</Link>
              </Entry>
            ))}
          </Entries>
        </>
      )}
    </PageSection>
  )
}
