import {
  BellIcon,
  CircleQuestionMarkIcon,
  LanguagesIcon,
  LogOutIcon,
  PaletteIcon,
  PanelTopIcon,
  PlusIcon,
  Rows3Icon,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import { logoutPath } from '#areas/access/paths.ts'
import { languages, useT } from '#kit/web/i18n.ts'
import { canOpenScreen } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { allScreens } from '../../screens.ts'
import type { HeaderPanel } from '../panels.ts'
import type { PaletteItem } from './palette-item.ts'

/** The palette's actions on every page: the add buttons of the user's pages, appearance settings and sign-out. */
export function usePaletteActions(onShow: (panel: HeaderPanel) => void): (PaletteItem & { keywords?: string })[] {
  return [...useAddCommands(), ...useLookCommands(), ...useShellCommands(onShow)]
}

function useAddCommands(): PaletteItem[] {
  const t = useT()
  const navigate = useNavigate()
  const session = useSession()
  return allScreens.flatMap((screen) => {
    const { path, title, add } = screen
    return add && canOpenScreen(screen, session) && session.may(add.privilege) && (session.isHQ || !add.hq)
      ? [
          {
            key: `add ${path}`,
            title: t(add.label),
            about: t(title),
            icon: <PlusIcon />,
            // The action opens the page, which then opens its add dialog.
            run: () => void ('to' in add ? navigate(add.to) : navigate(path, { state: { add: true } })),
          },
        ]
      : []
  })
}

function useLookCommands(): (PaletteItem & { keywords?: string })[] {
  const t = useT()
  const { appearance, change } = useAppearance()
  const modes = (['light', 'dark', 'system'] as const)
    .filter((mode) => mode !== appearance.mode)
    .map((mode) => ({
      key: `mode ${mode}`,
      title: `${t('app:appearance.mode')}: ${t(`app:appearance.${mode}`)}`,
      icon: <PaletteIcon />,
      run: () => void change({ mode }),
    }))
  const otherLanguages = languages
    .filter(({ code }) => code !== appearance.language)
    .map(({ code, name }) => ({
      key: `language ${code}`,
      title: `${t('app:appearance.language')}: ${name}`,
      // The language code is a keyword, so that users find the action in any interface language.
      keywords: `language ${code}`,
      icon: <LanguagesIcon />,
      run: () => void change({ language: code }),
    }))
  const navigation = appearance.navigation === 'side' ? 'top' : 'side'
  const density = appearance.density === 'compact' ? 'comfortable' : 'compact'
  return [
    ...modes,
    ...otherLanguages,
    {
      key: 'navigation',
      title: `${t('app:appearance.navigation')}: ${t(`app:appearance.${navigation}`)}`,
      icon: <PanelTopIcon />,
      run: () => void change({ navigation }),
    },
    {
      key: 'density',
      title: `${t('app:appearance.density')}: ${t(`app:appearance.${density}`)}`,
      icon: <Rows3Icon />,
      run: () => void change({ density }),
    },
  ]
}

function useShellCommands(onShow: (panel: HeaderPanel) => void): PaletteItem[] {
  const t = useT()
  const navigate = useNavigate()
  return [
    {
      key: 'appearance',
      title: t('app:appearance.title'),
      icon: <PaletteIcon />,
      run: () => onShow('appearance'),
    },
    {
      key: 'notifications',
      title: t('app:notifications.title'),
      icon: <BellIcon />,
      run: () => onShow('notifications'),
    },
    {
      key: 'shortcuts',
      title: t('app:shortcut.sheet'),
      icon: <CircleQuestionMarkIcon />,
      run: () => onShow('shortcuts'),
    },
    { key: 'out', title: t('access:signOut'), icon: <LogOutIcon />, run: () => void navigate(logoutPath()) },
  ]
}
