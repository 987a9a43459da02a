import { useT } from './i18n.ts'
import { notify } from './notify.tsx'

/** Reads again because somebody pressed for it, and says so when it worked: what comes may look as it did before. */
export function useReload(refetch: () => Promise<{ isSuccess: boolean }>) {
  const t = useT()
  return () => void refetch().then(({ isSuccess }) => isSuccess && notify.success(t('kit:retrieved')))
}
