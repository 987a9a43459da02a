import { Input } from 'antd'
import { useSearchParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import './memberships.css'

/** One box over a list for name, number, phone or e-mail; the server decides what was meant. */
export function QuickSearch() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const typed = address.get('Q') ?? ''
  const search = (text: string) =>
    setAddress((now) => {
      const next = new URLSearchParams(now)
      next.delete('page')
      if (text.trim()) next.set('Q', text.trim())
      else next.delete('Q')
      return next
    })
  return (
    <Input.Search
      key={typed}
      className="quick-search"
      defaultValue={typed}
      allowClear
      aria-label={t('memberships:search.box')}
      placeholder={t('memberships:search.box')}
      onSearch={search}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
