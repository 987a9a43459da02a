import { Modal, Switch } from 'antd'
import { Fragment, useId } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { type Shortcut, type ShortcutGroup, useShortcutList } from '#kit/web/shortcuts.ts'
import { isSoundOn, setSoundOn } from '#kit/web/sound.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import './panels.css'

const groups: readonly ShortcutGroup[] = ['page', 'everywhere', 'goTo']

/** Lists the shortcuts of the current page. Users can switch off single keys (WCAG 2.1.4). */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const { appearance, change } = useAppearance()
  const shortcuts = useShortcutList()
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={t('app:shortcut.sheet')} width={480}>
      {groups.map((group) => (
        <Group key={group} title={t(`app:shortcut.${group}`)} lines={linesOf(shortcuts, group)} />
      ))}
      <div className="switch-line">
        <label htmlFor={id}>{t('app:shortcut.on')}</label>
        <Switch id={id} checked={appearance.singleKeys} onChange={(singleKeys) => void change({ singleKeys })} />
      </div>
      <div className="switch-line">
        <label htmlFor={`${id}-sound`}>{t('app:scan.sound')}</label>
        <Switch id={`${id}-sound`} defaultChecked={isSoundOn()} onChange={setSoundOn} />
      </div>
    </Modal>
  )
}

function Group({ title, lines }: { title: string; lines: { label: Shortcut['label']; keys: string[] }[] }) {
  const t = useT()
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="shortcuts-group">{title}</h3>
      <dl className="shortcuts">
        {lines.map(({ label, keys }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              {keys.map((combination, index) => (
                <Fragment key={combination}>
                  {index > 0 && <span className="shortcuts-or">{t('app:shortcut.or')}</span>}
                  <Keys keys={combination} />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Shows the keys of a sequence (`g>d`) with the word "then" between them, and those of a combination (`mod+k`) without. */
function Keys({ keys }: { keys: string }) {
  const t = useT()
  const isSequence = keys.includes('>')
  return keys.split(/[+>]/).map((key, index) => (
    <Fragment key={key}>
      {isSequence && index > 0 && <span className="shortcuts-or">{t('app:shortcut.then')}</span>}
      <kbd>{keyNames[key] ?? key.toUpperCase()}</kbd>
    </Fragment>
  ))
}

/** Returns one line per shortcut action with all its keys. A key that page and dialog both bind appears once. */
function linesOf(shortcuts: readonly Shortcut[], group: ShortcutGroup) {
  const lines = new Map<Shortcut['label'], Set<string>>()
  for (const { label, keys, group: shortcutGroup } of shortcuts)
    if (shortcutGroup === group) lines.set(label, (lines.get(label) ?? new Set()).add(keys))
  return [...lines].map(([label, keys]) => ({ label, keys: [...keys] }))
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const keyNames: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: '⇧',
  enter: 'Enter',
  escape: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
}
