import { notification } from 'antd'
import { useEffect } from 'react'
import { errorText, t } from './i18n.ts'
import type { TextKey } from './vocabulary.ts'

type Shown = ReturnType<typeof notification.useNotification>[0]

// Set while the host is mounted, so that calls outside of components (mutations) notify in the right theme too.
let shown: Shown | undefined

const passing = { duration: 6, pauseOnHover: true, role: 'status' } as const

/** Tells the outcome of what somebody just did. An error of a form belongs in the form instead: it is shown once. */
export const notify = {
  /** Goes away by itself after 6 s, later while the pointer rests on it. */
  success: (description: string, action?: React.ReactNode) =>
    shown?.success({ ...passing, title: t('kit:success'), description, actions: action }),
  info: (description: string) => shown?.info({ ...passing, title: description }),
  /** Stays until dismissed. `title` says what failed ('app:signOutFailed'); the description comes from the error. */
  error: (title: TextKey | undefined, error: unknown) => {
    const { title: own, description } = errorText(error)
    shown?.error({ title: title ? t(title) : (own ?? t('kit:error')), description, duration: false, role: 'alert' })
  },
}

/** Where notifications appear: once, around the whole application, inside the theme. */
export function NotifyHost({ children }: { children: React.ReactNode }) {
  const [api, holder] = notification.useNotification({ placement: 'topRight', maxCount: 4 })
  useEffect(() => {
    shown = api
    return () => {
      shown = undefined
    }
  }, [api])
  return (
    <>
      {holder}
      {children}
    </>
  )
}
