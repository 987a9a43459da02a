import { Segmented } from 'antd'
import { useT } from '#kit/web/i18n.ts'
import { useVisiblePart } from '#kit/web/useShow.ts'
import { ArchivedList } from './ArchivedList.tsx'
import { InactiveList } from './InactiveList.tsx'

const shows = ['inactive', 'archived'] as const

/** The page with inactive members, who may be archived, and archived members. */
export function ArchivePage() {
  const t = useT()
  const [show, setShow] = useVisiblePart(shows)
  const chooser = (
    <Segmented<(typeof shows)[number]>
      aria-label={t('data-quality:archive.show')}
      value={show}
      onChange={setShow}
      options={shows.map((value) => ({ value, label: t(`data-quality:archive.shows.${value}`) }))}
    />
  )
  return show === 'inactive' ? <InactiveList chooser={chooser} /> : <ArchivedList chooser={chooser} />
}
