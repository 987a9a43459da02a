import { HistoryIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useRecentRecords } from '../useRecentRecords.ts'
import type { PaletteItem } from './palette-item.ts'

/** Returns the user's recently opened records, latest first. */
export function usePaletteRecentRecords(visible: boolean): PaletteItem[] {
  const t = useT()
  const navigate = useNavigate()
  const { records = [] } = useRecentRecords()
  if (!visible) return []
  return records.map(({ path, name, about, kind }) => ({
    key: `recent ${path}`,
    title: name,
    about: [t(kind), about].filter(Boolean).join(' · '),
    icon: <HistoryIcon />,
    run: () => void navigate(path),
  }))
}
