import { Input } from 'antd'
import { useT } from '#kit/web/i18n.ts'
import type { Filtering } from '#kit/web/ResourceTable.tsx'

/** One box over a list for name, number, phone or e-mail; the server decides what was meant. */
export function QuickSearch({ filters, searchFor }: Filtering) {
  const t = useT()
  const typed = filters.Q ?? ''
  return (
    <Input.Search
      key={typed}
      defaultValue={typed}
      allowClear
      style={{ inlineSize: 'min(320px, 100%)' }}
      aria-label={t('kit:search.person')}
      placeholder={t('kit:search.person')}
      onSearch={(text) => searchFor({ ...filters, Q: text.trim() })}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
