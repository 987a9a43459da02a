import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { screens } from '../areas.ts'
import { homeScreen } from '../home.ts'
import { isGroup, menuFor } from '../menu.ts'

type Found = { to: string; title: string; about: string }
const COUNTER = '/counter'

/** Goes to a page by a few letters of its name or path, or hands what was typed over to the counter's search. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={560}
      destroyOnHidden
      className="palette"
      style={{ top: 80 }}
      title={<span className="visually-hidden">{t('app:palette.open')}</span>}
    >
      <Search onClose={onClose} />
    </Modal>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const found = useFound(typed)
  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  const move = (by: number) => setActive((active + by + found.length) % Math.max(1, found.length))
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => found[active] && go(found[active].to),
  }

  return (
    <>
      <Input
        autoFocus
        size="large"
        variant="borderless"
        placeholder={t('app:palette.open')}
        value={typed}
        role="combobox"
        aria-label={t('app:palette.open')}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[active] && `${id}-${active}`}
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(0)
        }}
        onKeyDown={(event) => {
          const act = event.nativeEvent.isComposing ? undefined : keys[event.key]
          if (!act) return
          event.preventDefault()
          act()
        }}
      />
      {/* The options are reached with the arrows from the field, which names the active one. */}
      <div role="listbox" id={`${id}-list`} aria-label={t('app:palette.results')} className="palette-list">
        {found.map(({ to, title, about }, index) => (
          <div
            key={to}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => go(to)}
            onKeyDown={() => undefined}
            onPointerMove={() => setActive(index)}
            ref={index === active ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
          >
            <span>{title}</span>
            <small>{about}</small>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="palette-none">{t('app:palette.none')}</p>}
    </>
  )
}

/** Pages first by title, then by path; at the end the hand-over of what was typed. */
function useFound(typed: string): Found[] {
  const t = useT()
  const session = useSession()
  const wanted = typed.trim().toLowerCase()
  const all = [homeScreen, ...screens.filter((screen) => screen !== homeScreen)]
  const groups = new Map(
    menuFor(all, session).flatMap((item) =>
      isGroup(item) ? item.entries.map(({ path }) => [path, t(item.title)] as const) : [],
    ),
  )

  const pages = all
    .filter(({ path, role, fullPage }) => !path.includes(':') && !fullPage && session.has(role))
    .map(({ path, title }) => ({ to: path, title: t(title), about: groups.get(path) ?? path }))
    .filter(({ to, title }) => title.toLowerCase().includes(wanted) || to.includes(wanted))
    .sort((a, b) => rank(a, wanted) - rank(b, wanted))
  const counter = wanted && all.some(({ path, role }) => path === COUNTER && session.has(role))
  const member = {
    to: `${COUNTER}?q=${encodeURIComponent(typed.trim())}`,
    title: t('app:palette.member', { typed: typed.trim() }),
    about: t('app:palette.counter'),
  }
  // Digits are never a page's name: whoever types them looks for a member.
  if (counter && /\d/.test(wanted)) return [member, ...pages]
  return counter ? [...pages, member] : pages
}

const rank = ({ title }: Found, wanted: string) => {
  const at = title.toLowerCase().indexOf(wanted)
  return at === -1 ? 1000 : at
}
