import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { pointExplanationPath, statementPath } from '../../paths.ts'
import { BalanceSummaryBar } from '../BalanceSummaryBar.tsx'
import { ButtonLink } from '../LinkButton.tsx'
import { LoadedStatement } from '../statement/StatementPage.tsx'

/** Shows the balance and the movements of points in a tab of the member's page. */
export function PointsTab({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  return (
    <LoadedStatement MembershipNo={MembershipNo}>
      {({ Balance }, movements) => (
        <Stack>
          <Card
            flush
            title={t('points:balance')}
            extra={
              <Row>
                <ButtonLink to={pointExplanationPath({ MembershipNo })}>
                  {t('customers:member.explainPoints')}
                </ButtonLink>
                <ButtonLink to={statementPath({ MembershipNo })}>{t('points:screens.statement')}</ButtonLink>
              </Row>
            }
          >
            <BalanceSummaryBar balance={Balance} />
          </Card>
          {movements}
        </Stack>
      )}
    </LoadedStatement>
  )
}
