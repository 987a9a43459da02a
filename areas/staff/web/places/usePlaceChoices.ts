import { useRead } from '#kit/web/useRead.ts'
import { getBuildings, getDepartments } from '../../contract.ts'

/** Returns all workplaces as select options, including head office. */
export function useBuildingAndDepartmentChoices() {
  const { data: buildings } = useRead(getBuildings, {})
  const { data: departments } = useRead(getDepartments, {})
  const choice = ({ Code, Name }: { Code: string; Name: string }) => ({ value: Code, label: Name, hint: Code })
  return {
    buildings: (buildings?.rows ?? []).map(choice),
    departments: (departments?.rows ?? []).map(choice),
  }
}
