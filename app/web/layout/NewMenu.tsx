import { Dropdown } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { listNewMenuEntriesForSession } from './new-entries.ts'

/** The New menu with frequent actions, which opens on hover, so that an action takes one click. */
export function NewMenu() {
  const t = useT()
  const navigate = useNavigate()
  const newEntries = listNewMenuEntriesForSession(useSession())
  if (newEntries.length === 0) return null
  return (
    <Dropdown
      trigger={['hover', 'click']}
      placement="bottomRight"
      mouseEnterDelay={0.08}
      menu={{
        items: newEntries.map(({ label, path, icon: Icon }) => ({
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
