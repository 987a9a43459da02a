import { Modal, Switch } from 'antd'
import { useId } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { setShortcutsOn, useShortcutList, useShortcutsOn } from '#kit/web/shortcuts.ts'

/** The keys that work on the present page; single keys can be switched off (WCAG 2.1.4). */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const on = useShortcutsOn()
  // A key bound twice (the page and its dialog) is one line.
  const lines = [
    ...new Map(useShortcutList().map((shortcut) => [`${shortcut.keys} ${shortcut.label}`, shortcut])).values(),
  ]
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={t('app:shortcut.sheet')} width={460}>
      <dl className="shortcuts">
        {lines.map(({ keys, label }) => (
          <div key={`${keys} ${label}`}>
            <dt>{t(label)}</dt>
            <dd>
              {namesOf(keys).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="switch-line">
        <label htmlFor={id}>{t('app:shortcut.on')}</label>
        <Switch id={id} checked={on} onChange={setShortcutsOn} />
      </div>
    </Modal>
  )
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const names: Record<string, string> = { mod: isMac ? '⌘' : 'Ctrl', enter: 'Enter', escape: 'Esc' }
const namesOf = (keys: string) => keys.split(/[+>]/).map((key) => names[key] ?? key.toUpperCase())
