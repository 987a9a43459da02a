import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getLevelStatus } from '../../contract/status.ts'
import { LevelOverview } from './MemberLevelsPage.tsx'

/** Shows the level of a member as a tab of the member's page. */
export function MemberTierTab({ MembershipNo }: { MembershipNo: string }) {
  const { data, error, refetch } = useRead(getLevelStatus, { MembershipNo })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  return <LevelOverview levelStatus={data} within />
}
