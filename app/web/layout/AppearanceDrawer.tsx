import { Button, Drawer, Segmented, Switch } from 'antd'
import { useId } from 'react'
import { type Language, useT } from '#kit/web/i18n.ts'
import { type Appearance, defaultAppearance, useAppearance } from '#kit/web/theme.tsx'
import { getLanguages } from '../config.ts'
import { ColourSwatches } from './Swatches.tsx'
import './panels.css'

const headers = ['#3e82f7', '#0b1f3a', '#14532d', '#7c2d12', '#4c1d95', '#f5f5f4']
const accents = ['#1b4fd0', '#0f766e', '#15803d', '#b45309', '#be123c', '#6d28d9']

/** The settings of the appearance. Every choice is immediately visible on the page behind the drawer. */
export function AppearanceDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const keysId = useId()
  const { appearance, change } = useAppearance()
  const set = (changes: Partial<Appearance>) => void change(changes)

  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={340}
      placement={appearance.direction === 'rtl' ? 'left' : 'right'}
      title={t('app:appearance.title')}
      // The page behind the drawer is not darkened, because it previews the appearance.
      styles={{ mask: { background: 'transparent' } }}
    >
      <div className="appearance">
        <Choice label={t('app:appearance.language')}>
          <Segmented<Language>
            block
            vertical
            value={appearance.language}
            onChange={(language) => set({ language })}
            options={getLanguages().map(({ code, name }) => ({ value: code, label: <span lang={code}>{name}</span> }))}
          />
        </Choice>
        <Choice label={t('app:appearance.mode')}>
          <Segmented<Appearance['mode']>
            block
            value={appearance.mode}
            onChange={(mode) => set({ mode })}
            options={[
              { value: 'light', label: t('app:appearance.light') },
              { value: 'dark', label: t('app:appearance.dark') },
              { value: 'system', label: t('app:appearance.system') },
            ]}
          />
        </Choice>
        <Choice label={t('app:appearance.navigation')}>
          <Segmented<Appearance['navigation']>
            block
            value={appearance.navigation}
            onChange={(navigation) => set({ navigation })}
            options={[
              { value: 'side', label: t('app:appearance.side') },
              { value: 'top', label: t('app:appearance.top') },
            ]}
          />
        </Choice>
        <Choice label={t('app:appearance.direction')}>
          <Segmented<Appearance['direction']>
            block
            value={appearance.direction}
            onChange={(direction) => set({ direction })}
            options={[
              { value: 'ltr', label: t('app:appearance.ltr') },
              { value: 'rtl', label: t('app:appearance.rtl') },
            ]}
          />
        </Choice>
        <div className="switch-line">
          <label htmlFor={id}>{t('app:appearance.collapsed')}</label>
          <Switch
            id={id}
            checked={appearance.collapsed}
            disabled={appearance.navigation === 'top'}
            onChange={(collapsed) => set({ collapsed })}
          />
        </div>
        <Choice label={t('app:appearance.density')}>
          <Segmented<Appearance['density']>
            block
            value={appearance.density}
            onChange={(density) => set({ density })}
            options={[
              { value: 'comfortable', label: t('app:appearance.comfortable') },
              { value: 'compact', label: t('app:appearance.compact') },
            ]}
          />
        </Choice>
        <ColourSwatches
          label={t('app:appearance.header')}
          colours={headers}
          value={appearance.header}
          onChange={(header) => set({ header })}
        />
        <ColourSwatches
          label={t('app:appearance.accent')}
          colours={accents}
          value={appearance.accent}
          onChange={(accent) => set({ accent })}
        />
        <div className="switch-line">
          <label htmlFor={keysId}>{t('app:shortcut.on')}</label>
          <Switch id={keysId} checked={appearance.singleKeys} onChange={(singleKeys) => set({ singleKeys })} />
        </div>
        <Button onClick={() => set({ ...defaultAppearance, language: appearance.language })}>
          {t('app:appearance.reset')}
        </Button>
      </div>
    </Drawer>
  )
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {children}
    </fieldset>
  )
}
