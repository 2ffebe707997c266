-- The screens of customer service are there.
UPDATE menu_item SET visible = true WHERE path = '/service_list';
