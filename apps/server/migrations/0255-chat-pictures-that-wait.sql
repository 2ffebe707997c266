-- The message that a picture in quarantine belongs to. It is sent when the scanner has looked at the picture: {groupId or groupType and subject, uuid, language}.
ALTER TABLE chat_quarantine ADD COLUMN message jsonb;
