import { Link } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { Entries, Entry, Muted } from '#kit/web/Layout.tsx'
import { PageSection } from '#kit/web/Sections.tsx'

type Props = {
  /** For whom or for what it counts today; nothing where it doesn't. */
  counts: string | undefined
  /** What counts before it, each with where that holds. */
  losesTo: readonly Other[]
  /** Before what it counts itself. */
  winsOver?: readonly Other[]
}

type Other = { key: number; name: string; link: string; where?: string }

/** Where a rule counts today, and which others count before it. The server says so by the rule by which sales earn. */
export function CountsToday({ counts, losesTo, winsOver = [] }: Props) {
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
      <Entries>
        {rules.map(({ key, name, link, where }) => (
          <Entry key={key} side={where && <Muted>{where}</Muted>}>
            <Link to={link}>{name}</Link>
          </Entry>
        ))}
      </Entries>
    </>
  )
