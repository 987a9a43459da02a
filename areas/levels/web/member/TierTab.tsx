import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getLevelStatus } from '../../contract/status.ts'
import { Standing } from './MemberLevelsPage.tsx'

/** The tier of a member within the member's page: where they stand and why, what was asked for and decided. */
export function TierTab({ MembershipNo }: { MembershipNo: string }) {
  const { data, error, refetch } = useRead(getLevelStatus, { MembershipNo })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  return <Standing levelStatus={data} within />
}
