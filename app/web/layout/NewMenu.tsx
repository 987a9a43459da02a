import { Dropdown } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { newsFor } from './news.ts'

/** What one begins all day, from every page; a mouse over it opens it, so that what is wanted is one click away. */
export function NewMenu() {
  const t = useT()
  const navigate = useNavigate()
  const news = newsFor(useSession())
  if (news.length === 0) return null
  return (
    <Dropdown
      trigger={['hover', 'click']}
      placement="bottomRight"
      mouseEnterDelay={0.08}
      menu={{
        items: news.map(({ label, path, icon: Icon }) => ({
          key: path,
          icon: <Icon />,
          label: t(label),
          onClick: () => void navigate(path),
        })),
      }}
    >
      <button type="button" className="shell-new" aria-haspopup="menu">
        <PlusIcon aria-hidden />
        {t('app:new')}
      </button>
    </Dropdown>
  )
}
