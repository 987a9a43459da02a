// Functions of the area `organisation` for other areas.

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
