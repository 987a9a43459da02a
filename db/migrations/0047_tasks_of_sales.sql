-- The tasks that a sale made and nobody has begun, for when it is taken back.
create index task_of_sale on task (related_id) where source = 'Occasion' and related_type = 'Sale' and status = 'To Do';
