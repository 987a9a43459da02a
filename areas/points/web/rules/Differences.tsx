import { Link } from 'react-router'
import { shortenPersonName } from '#kit/contract/person.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, PlainTable } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import type { SimulatedGroup } from '../../contract.ts'
import { statementPath } from '../../paths.ts'

type Row = Omit<SimulatedGroup, 'Label'> & { Label: string | null; hint?: string | null; member?: boolean }

type Props = { title: string; rows: readonly Row[] /** A text that explains the figures. */; note?: string | undefined }

/** Table of the points before and after a rule change, with one row per group that has points. */
export function SimulatedPointDifferences({ title, rows: all, note }: Props) {
  const t = useT()
  const rows = all.filter(({ Before, After }) => Before !== 0 || After !== 0)
  return (
    <Card title={title} flush>
      {rows.length === 0 ? (
        <Muted as="p" className="carat-card-body">
          {t('points:simulation.none')}
        </Muted>
      ) : (
        <PlainTable figures label={title}>
          <thead>
            <tr>
              <th scope="col">{t('points:simulation.name')}</th>
              <th scope="col">{t('points:simulation.before')}</th>
              <th scope="col">{t('points:simulation.after')}</th>
              <th scope="col">{t('points:simulation.difference')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.Name ?? ''}>
                <th scope="row">
                  {row.member ? (
                    <Link to={statementPath({ MembershipNo: row.Name! })}>
                      <bdi>{row.Label ? shortenPersonName(row.Label) : row.Name}</bdi>
                    </Link>
                  ) : (
                    (row.Label ?? row.Name ?? t('points:simulation.nameless'))
                  )}
                  {row.hint && <Muted as="div">{row.hint}</Muted>}
                </th>
                <td>
                  <PointsText points={row.Before} />
                </td>
                <td>
                  <PointsText points={row.After} />
                </td>
                <td>
                  <PointsText points={row.Difference} sign="signed" />
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {note && (
        <Muted as="p" className="carat-card-body">
          {note}
        </Muted>
      )}
    </Card>
  )
}
