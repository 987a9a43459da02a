import { Input, Modal } from 'antd'
import { CornerDownLeftIcon, SearchIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import type { Panel } from '../panels.ts'
import { takeTyped } from '../typed-ahead.ts'
import type { Found } from './found.ts'
import { meansMember, useFound } from './useFound.ts'
import './palette.css'

type Props = { open: boolean; onClose: () => void; onShow: (panel: Panel) => void }

/** Pages, members and actions by a few letters; what was opened last before anything is typed. */
export function Palette({ open, onClose, onShow }: Props) {
  const t = useT()
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={640}
      destroyOnHidden
      className="palette"
      style={{ top: 64 }}
      title={<span className="visually-hidden">{t('app:palette.open')}</span>}
    >
      <Search onClose={onClose} onShow={onShow} />
    </Modal>
  )
}

function Search({ onClose, onShow }: Omit<Props, 'open'>) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState('')
  // By name and not by place: members that arrive late must not move another line under the Enter key.
  const [chosen, setChosen] = useState<string>()
  const { groups, waiting } = useFound(typed.trim(), onShow)
  const lines = groups.flatMap(({ found }) => found)
  const at = Math.max(
    0,
    lines.findIndex(({ key }) => key === chosen),
  )
  const active = lines[at]
  const idOf = (found: Found) => `${id}-${lines.indexOf(found)}`
  const run = (found: Found | undefined) => {
    if (!found) return
    onClose()
    found.run()
  }
  const members = groups.find(({ group }) => group === 'members')?.found.length ?? 0
  const { press, forget } = useEnter(waiting, waiting && (meansMember(typed) || !active), (waited) => {
    // Who of several is meant is said by a second Enter.
    if (!waited || members <= 1) run(active)
  })
  const move = (by: number) => setChosen(lines[(at + by + lines.length) % lines.length]?.key)
  const enter = useRef(press)
  useLayoutEffect(() => {
    enter.current = press
  })
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: press,
  }

  return (
    <>
      <Input
        autoFocus
        onFocus={() => {
          const ahead = takeTyped()
          if (ahead.text) setTyped(ahead.text)
          // Once what was typed has been looked for.
          if (ahead.entered) setTimeout(() => enter.current())
        }}
        size="large"
        variant="borderless"
        prefix={<SearchIcon aria-hidden />}
        placeholder={t('app:palette.open')}
        value={typed}
        role="combobox"
        autoComplete="off"
        aria-label={t('app:palette.open')}
        aria-expanded={lines.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active && idOf(active)}
        onChange={({ target }) => {
          forget()
          setTyped(target.value)
          setChosen(undefined)
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
        {groups.map(({ group, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand inside of a list of options.
          <div role="group" key={group} aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className="palette-group">
              {t(`app:palette.${group}`)}
            </div>
            {found.map((one) => (
              <Option
                key={one.key}
                id={idOf(one)}
                found={one}
                active={one === active}
                onPoint={() => setChosen(one.key)}
                onRun={() => run(one)}
              />
            ))}
          </div>
        ))}
      </div>
      {lines.length === 0 && !waiting && <p className="palette-none">{t('kit:search.nothing')}</p>}
      <p className="palette-foot" aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('app:palette.choose')} <kbd>Enter</kbd> {t('app:palette.enter')} <kbd>Esc</kbd>{' '}
        {t('kit:verbs.close')}
      </p>
      <span role="status" className="visually-hidden">
        {waiting ? t('app:loading') : typed && t('app:palette.count', { count: lines.length })}
      </span>
    </>
  )
}

/** Enter that comes before the answer (`early`) waits for it; nothing that was typed is lost. */
function useEnter(waiting: boolean, early: boolean, run: (waited: boolean) => void) {
  const queued = useRef(false)
  const answer = useEffectEvent(() => {
    if (queued.current) run(true)
    queued.current = false
  })
  useEffect(() => {
    if (!waiting) answer()
  }, [waiting])
  return {
    press: () => {
      queued.current = early
      if (!early) run(false)
    },
    forget: () => {
      queued.current = false
    },
  }
}

type OptionProps = { id: string; found: Found; active: boolean; onPoint: () => void; onRun: () => void }

function Option({ id, found: { title, about, icon, end }, active, onPoint, onRun }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={onRun}
      onKeyDown={() => undefined}
      onPointerMove={active ? undefined : onPoint}
      ref={active ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
    >
      <span className="palette-icon" aria-hidden>
        {icon}
      </span>
      <span className="palette-text">
        <span>
          <bdi>{title}</bdi>
        </span>
        {about && (
          <small>
            <bdi>{about}</bdi>
          </small>
        )}
      </span>
      {end}
      {active && <CornerDownLeftIcon className="palette-enter carat-mirrored" aria-hidden />}
    </div>
  )
}
