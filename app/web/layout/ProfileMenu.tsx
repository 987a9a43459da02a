import { Dropdown } from 'antd'
import {
  CircleQuestionMarkIcon,
  KeyboardIcon,
  KeyRoundIcon,
  LaptopIcon,
  LogOutIcon,
  PaletteIcon,
  ShieldCheckIcon,
  UserIcon,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { logoutPath, ownSessionsPath, securityPath } from '#areas/access/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import { useSession } from '#kit/web/session.ts'
import { useSingleKeyShortcutsEnabled } from '#kit/web/shortcuts.ts'
import { fileUrl } from '#kit/web/upload/send.ts'
import { helpPath } from '../paths.ts'
import { loadPageTexts } from '../texts.ts'
import { useStartPageChoice } from './useStartPageChoice.tsx'

const OwnPhotoDialog = lazy(async () => {
  const [{ OwnPhotoDialog }] = await Promise.all([import('#areas/staff/web/OwnPhotoDialog.tsx'), loadPageTexts()])
  return { default: OwnPhotoDialog }
})

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('#areas/access/web/security/ChangePasswordDialog.tsx')).ChangePasswordDialog,
}))

type Props = { onAppearance: () => void; onShortcuts: () => void }

/** The signed-in user's menu: photo, settings, security and sign-out. */
export function ProfileMenu({ onAppearance, onShortcuts }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const { user } = useSession()
  const [photo, setPhoto] = useState<'never' | 'open' | 'closed'>('never')
  const [password, setPassword] = useState<'never' | 'open' | 'closed'>('never')
  const name = user.staff ? formatPersonName(user.staff.full_name) : user.username
  const about = [user.staff?.job_title, user.building?.name].filter(Boolean)
  const picture = user.staff?.image && <img src={fileUrl(user.staff.image)} alt="" />
  const areShortcutsOn = useSingleKeyShortcutsEnabled()
  const startPage = useStartPageChoice()
  const profileSummary = (
    <div className="profile-who">
      {picture ?? <PersonInitials name={name} size={40} />}
      <div className="profile-who-text">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {about.map((line) => (
          <bdi key={line}>{line}</bdi>
        ))}
        <bdi>{user.username}</bdi>
      </div>
    </div>
  )

  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'who', type: 'group', label: profileSummary },
            { type: 'divider' },
            ...(user.staff
              ? [
                  {
                    key: 'photo',
                    icon: <UserIcon />,
                    label: t('app:media.photo'),
                    onClick: () => setPhoto('open'),
                  },
                ]
              : []),
            ...startPage,
            { key: 'appearance', icon: <PaletteIcon />, label: t('app:appearance.title'), onClick: onAppearance },
            {
              key: 'shortcuts',
              icon: <KeyboardIcon />,
              label: t('app:shortcut.sheet'),
              extra: areShortcutsOn && (
                <kbd className="profile-key carat-keys" aria-hidden>
                  ?
                </kbd>
              ),
              onClick: onShortcuts,
            },
            {
              key: 'guide',
              icon: <CircleQuestionMarkIcon />,
              label: t('app:help.title'),
              onClick: () => void navigate(helpPath()),
            },
            { type: 'divider' },
            {
              key: 'password',
              icon: <KeyRoundIcon />,
              label: t('access:password.change'),
              onClick: () => setPassword('open'),
            },
            {
              key: 'sessions',
              icon: <LaptopIcon />,
              label: t('access:screens.ownSessions'),
              onClick: () => void navigate(ownSessionsPath()),
            },
            {
              key: 'security',
              icon: <ShieldCheckIcon />,
              label: t('access:screens.security'),
              onClick: () => void navigate(securityPath()),
            },
            { type: 'divider' },
            {
              key: 'out',
              icon: <LogOutIcon />,
              label: t('access:signOut'),
              onClick: () => void navigate(logoutPath()),
            },
          ],
        }}
      >
        <button type="button" className="shell-profile" aria-haspopup="menu" aria-label={t('app:profile', { name })}>
          {picture ?? (
            <span className="shell-profile-mark">
              <PersonInitials name={name} />
            </span>
          )}
        </button>
      </Dropdown>
      {password !== 'never' && (
        <Suspense fallback={null}>
          <ChangePasswordDialog open={password === 'open'} onClose={() => setPassword('closed')} />
        </Suspense>
      )}
      {photo !== 'never' && (
        <Suspense fallback={null}>
          <OwnPhotoDialog open={photo === 'open'} onClose={() => setPhoto('closed')} />
        </Suspense>
      )}
    </>
  )
}
