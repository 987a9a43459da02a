// What other areas may ask of the organisation.

export { addFirstStaff } from './first-staff.ts'
export {
  buildingFields,
  departmentFields,
  insertBuilding,
  insertDepartment,
  insertStaff,
  updateBuilding,
  updateDepartment,
  updateStaff,
} from './rows.ts'
