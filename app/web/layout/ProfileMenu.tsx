import { Dropdown } from 'antd'
import {
  ChevronDownIcon,
  CircleQuestionMarkIcon,
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
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { fileUrl } from '#kit/web/upload/send.ts'
import { loadPageTexts } from '../texts.ts'

const OwnPhotoDialog = lazy(async () => {
  const [{ OwnPhotoDialog }] = await Promise.all([import('#areas/media/web/OwnPhotoDialog.tsx'), loadPageTexts()])
  return { default: OwnPhotoDialog }
})

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('#areas/access/web/security/ChangePasswordDialog.tsx')).ChangePasswordDialog,
}))

type Props = { onAppearance: () => void; onShortcuts: () => void }

/** Who is signed in, and what they can do about themselves. */
export function ProfileMenu({ onAppearance, onShortcuts }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const { user } = useSession()
  const [photo, setPhoto] = useState<'never' | 'open' | 'closed'>('never')
  const [password, setPassword] = useState<'never' | 'open' | 'closed'>('never')
  const name = user.staff?.full_name ?? user.username
  const about = user.staff?.job_title ?? user.building?.name ?? user.username

  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
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
            { key: 'appearance', icon: <PaletteIcon />, label: t('app:appearance.title'), onClick: onAppearance },
            {
              key: 'shortcuts',
              icon: <CircleQuestionMarkIcon />,
              label: t('app:shortcut.sheet'),
              extra: '?',
              onClick: onShortcuts,
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
          {user.staff?.image ? (
            <img src={fileUrl(user.staff.image)} alt="" />
          ) : (
            <span className="shell-initials">{initials(name)}</span>
          )}
          <span className="shell-profile-text">
            <strong>{name}</strong>
            <span>{about}</span>
          </span>
          <ChevronDownIcon aria-hidden="true" />
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

const initials = (name: string) => {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
