import { Link } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted } from '#kit/web/Layout.tsx'
import { PageSection } from '#kit/web/Sections.tsx'

type Props = {
  /** Names of the members or goods to which the rule applies today; undefined if there are none. */
  counts: string | undefined
  /** Rules that override the displayed rule, each with the members or goods concerned. */
  losesTo: readonly Other[]
  /** Rules that the displayed rule overrides. */
  winsOver?: readonly Other[]
}

type Other = { key: number; name: string; link: string; where?: string }

/** Shows where a rule applies today and which rules override it; the server has evaluated the precedence. */
export function RuleScopeToday({ counts, losesTo, winsOver = [] }: Props) {
  const t = useT()
  return (
    <PageSection title={t('points:rules.countsToday')}>
      <p>{counts ?? t('points:rules.countsNowhere')}</p>
      <Others title={t('points:rules.losesTo')} rules={losesTo} />
      <Others title={t('points:rules.winsOver')} rules={winsOver} />
    </PageSection>
  )
}

const Others = ({ title, rules }: { title: string; rules: readonly Other[] }) =>
  rules.length > 0 && (
    <>
      <p>{title}</p>
      <EntryList>
        {rules.map(({ key, name, link, where }) => (
          <ListEntry key={key} side={where && <Muted>{where}</Muted>}>
            <Link to={link}>{name}</Link>
          </ListEntry>
        ))}
      </EntryList>
    </>
  )
