import { useT } from './i18n.ts'
import { notify } from './notify.tsx'

/** Refetches on the user's request, and confirms the success because the data may look unchanged. */
export function useReloadAction(refetch: () => Promise<{ isSuccess: boolean }>) {
  const t = useT()
  return () => void refetch().then(({ isSuccess }) => isSuccess && notify.success(t('kit:retrieved')))
}
