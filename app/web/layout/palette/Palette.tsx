import { Input, Modal } from 'antd'
import { CornerDownLeftIcon, SearchIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import type { HeaderPanel } from '../panels.ts'
import { endTypingCapture } from '../typed-ahead.ts'
import type { PaletteItem } from './palette-item.ts'
import { looksLikeMemberSearch, usePaletteGroups } from './usePaletteGroups.ts'
import './palette.css'

type Props = { open: boolean; onClose: () => void; onShow: (panel: HeaderPanel) => void }

/** The search palette for pages, members and actions. Shows recent records while the field is empty. */
export function SearchPalette({ open, onClose, onShow }: Props) {
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
  // Items are selected by key instead of index, so that members who load later put no other item under the Enter key.
  const [selectedKey, setSelectedKey] = useState<string>()
  const { groups, isLoading } = usePaletteGroups(typed.trim(), onShow)
  const allItems = groups.flatMap(({ items }) => items)
  const activeIndex = Math.max(
    0,
    allItems.findIndex((item) => item.key === selectedKey),
  )
  const active = allItems[activeIndex]
  const idOf = (item: PaletteItem) => `${id}-${allItems.indexOf(item)}`
  const run = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    item.run()
  }
  const members = groups.find(({ group }) => group === 'members')?.items ?? []
  // While the search is running, the palette still shows the members that match the previous text.
  const mustWait = isLoading && (looksLikeMemberSearch(typed) || !active || members.includes(active))
  const { press: pressEnter, forget: cancelQueued } = useEnter(isLoading, mustWait, (hasWaited) => {
    // If the user waited for the results and several members match, a second Enter is required.
    if (!hasWaited || members.length <= 1) run(active)
  })
  const move = (by: number) => setSelectedKey(allItems[(activeIndex + by + allItems.length) % allItems.length]?.key)
  const latestEnter = useRef(pressEnter)
  useLayoutEffect(() => {
    latestEnter.current = pressEnter
  })
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: pressEnter,
  }

  return (
    <>
      <Input
        autoFocus
        onFocus={() => {
          const typedAhead = endTypingCapture()
          if (typedAhead.text) setTyped(typedAhead.text)
          // Waits a tick, because the search for the typed text must begin first.
          if (typedAhead.entered) setTimeout(() => latestEnter.current())
        }}
        size="large"
        variant="borderless"
        prefix={<SearchIcon aria-hidden />}
        placeholder={t('app:palette.open')}
        value={typed}
        role="combobox"
        autoComplete="off"
        aria-label={t('app:palette.open')}
        aria-expanded={allItems.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active && idOf(active)}
        onChange={({ target }) => {
          cancelQueued()
          setTyped(target.value)
          setSelectedKey(undefined)
        }}
        onKeyDown={(event) => {
          const handleKey = event.nativeEvent.isComposing ? undefined : keys[event.key]
          if (!handleKey) return
          event.preventDefault()
          handleKey()
        }}
      />
      {/* The arrow keys of the input select an option; aria-activedescendant names it. */}
      <div role="listbox" id={`${id}-list`} aria-label={t('app:palette.results')} className="palette-list">
        {groups.map(({ group, items }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox must not contain a fieldset.
          <div role="group" key={group} aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className="palette-group">
              {t(`app:palette.${group}`)}
            </div>
            {items.map((item) => (
              <Option
                key={item.key}
                id={idOf(item)}
                item={item}
                active={item === active}
                onPoint={() => setSelectedKey(item.key)}
                onRun={() => run(item)}
              />
            ))}
          </div>
        ))}
      </div>
      {allItems.length === 0 && !isLoading && <p className="palette-none">{t('kit:search.nothing')}</p>}
      <p className="palette-foot" aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('app:palette.choose')} <kbd>Enter</kbd> {t('app:palette.enter')} <kbd>Esc</kbd>{' '}
        {t('kit:verbs.close')}
      </p>
      <span role="status" className="visually-hidden">
        {isLoading ? t('app:loading') : typed && t('app:palette.count', { count: allItems.length })}
      </span>
    </>
  )
}

/** Handles Enter. If `mustWait` is true, Enter takes effect once the results are loaded. */
function useEnter(isLoading: boolean, mustWait: boolean, run: (hasWaited: boolean) => void) {
  const isQueued = useRef(false)
  const runQueued = useEffectEvent(() => {
    if (isQueued.current) run(true)
    isQueued.current = false
  })
  useEffect(() => {
    if (!isLoading) runQueued()
  }, [isLoading])
  return {
    press: () => {
      isQueued.current = mustWait
      if (!mustWait) run(false)
    },
    forget: () => {
      isQueued.current = false
    },
  }
}

type OptionProps = { id: string; item: PaletteItem; active: boolean; onPoint: () => void; onRun: () => void }

function Option({ id, item: { title, about, icon, end }, active, onPoint, onRun }: OptionProps) {
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
