BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE commands (
	table_id VARCHAR(64) NOT NULL, 
	command VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	reply TEXT NOT NULL, 
	PRIMARY KEY (table_id, command), 
	FOREIGN KEY(table_id, number) REFERENCES entries (table_id, number)
);
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','38fa4ead557ad01fb932f541da8d9c06',2,'{}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','8daff642c2f908d18721459c84071f64',3,'{"turn": 1}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','4f3965b842757cc639754c51ec896e82',6,'{"turn": 4}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','83087425c81c390913ff75b7f722d839',9,'{"turn": 7}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','12854215b9d7a955b89a7661788e183c',12,'{"turn": 10}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','31974c17a49c6ffe277760eeafe05d14',15,'{"turn": 13}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','420995194def07b0e92239bf1101875e',18,'{"turn": 16}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','5c8005545771992a98c1734f1b07168e',21,'{"turn": 19}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','89d14c1932212141049577b86dbfff1c',24,'{"turn": 22}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','e8b2755176f8f0717d51036d592ef092',27,'{"turn": 25}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','01ad8439bacc511166151ee89c35f1fd',30,'{"turn": 28}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','3910d746c85b8dd9b62b245c49470ba4',33,'{"turn": 31}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','1a3d3258b073aeaefa21b5e79dcb32f7',36,'{"turn": 34}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','852c4c64323183a79141850c53843e4d',39,'{"turn": 37}');
INSERT INTO "commands" VALUES('YMcJcHYN-Bey','50b644dadd5b1544c31b1bcace94e19a',42,'{"turn": 40}');
CREATE TABLE entries (
	table_id VARCHAR(64) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	parts TEXT NOT NULL, 
	at VARCHAR(20) NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (table_id)
);
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',0,'opened','{"owner":"0ef7602a94226b22fcd7a556576527287bc0ad54231efa031fa9f489ca29bf60","seats":[{"kind":"person","name":"Anna","level":null,"holder":"0ef7602a94226b22fcd7a556576527287bc0ad54231efa031fa9f489ca29bf60"},{"kind":"bot","name":"","level":"squire","holder":null},{"kind":"bot","name":"","level":"squire","holder":null}],"options":"parker","first":"a","pace":"live","stand_in":null,"grace":60,"hints":true}','2026-11-15T15:28:46Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',1,'started','{"seats":[{"kind":"person","name":"Anna","level":null,"holder":"0ef7602a94226b22fcd7a556576527287bc0ad54231efa031fa9f489ca29bf60"},{"kind":"bot","name":"","level":"squire","holder":null},{"kind":"bot","name":"","level":"squire","holder":null}],"first":"a","position":"rh1 seats=3 landmarks=C+34+3434+C2C322CC+++4+C2C hands=a:3,22,30,49,54/b:29,33,39,42,53/c:20,23,34,40,52 deck=19,14,31,16,0,47,1,11,41,10,24,25,2,8,38,46,43,44,18,26,27,6,51,17,32,13,35,4,50,48,45,15,9,12,5,37,28,36,21,7","seed":4220951425239326271}','2026-11-15T15:28:46Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',2,'renamed','{"seat":"a","name":"\u00c4nne"}','2026-11-15T15:28:46Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',3,'turn','{"seat":"a","by":"person","moves":["3L","."],"turn":1,"card":19,"was_shuffled":false}','2026-11-15T15:28:46Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',4,'turn','{"seat":"b","by":"squire","moves":["42L","."],"turn":2,"card":14,"was_shuffled":false}','2026-11-15T15:28:46Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',5,'turn','{"seat":"c","by":"squire","moves":["34L","."],"turn":3,"card":31,"was_shuffled":false}','2026-11-15T15:28:46Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',6,'turn','{"seat":"a","by":"person","moves":["19L","."],"turn":4,"card":16,"was_shuffled":false}','2026-11-15T15:28:46Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',7,'turn','{"seat":"b","by":"squire","moves":["29>L41","."],"turn":5,"card":4,"was_shuffled":true,"deck":[38,19,5,17,36,45,46,0,25,27,35,26,51,12,1,37,11,9,3,8,24,29,34,2,15,42,6,7,10,13,47,18,50,32,48,44,43,41,21,28]}','2026-11-15T15:28:46Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',8,'turn','{"seat":"c","by":"squire","moves":["31L","."],"turn":6,"card":38,"was_shuffled":false}','2026-11-15T15:28:46Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',9,'turn','{"seat":"a","by":"person","moves":["16L","."],"turn":7,"card":19,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',10,'turn','{"seat":"b","by":"squire","moves":["4L","."],"turn":8,"card":5,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',11,'turn','{"seat":"c","by":"squire","moves":["40>L30","."],"turn":9,"card":17,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',12,'turn','{"seat":"a","by":"person","moves":["19R","."],"turn":10,"card":36,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',13,'turn','{"seat":"b","by":"squire","moves":["5L","."],"turn":11,"card":45,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',14,'turn','{"seat":"c","by":"squire","moves":["52R","."],"turn":12,"card":46,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',15,'turn','{"seat":"a","by":"person","moves":["22L","."],"turn":13,"card":4,"was_shuffled":true,"deck":[29,3,52,19,50,35,18,22,9,42,1,26,12,5,2,8,21,10,34,40,43,27,25,51,11,13,28,0,48,31,41,15,32,47,37,44,16,24,6,7]}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',16,'turn','{"seat":"b","by":"squire","moves":["33>L6","."],"turn":14,"card":29,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',17,'turn','{"seat":"c","by":"squire","moves":["23>R53","."],"turn":15,"card":3,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',18,'turn','{"seat":"a","by":"person","moves":["4R","."],"turn":16,"card":52,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',19,'turn','{"seat":"b","by":"squire","moves":["45R","."],"turn":17,"card":19,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',20,'turn','{"seat":"c","by":"squire","moves":["17L","."],"turn":18,"card":50,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',21,'turn','{"seat":"a","by":"person","moves":["30R","."],"turn":19,"card":35,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',22,'turn','{"seat":"b","by":"squire","moves":["19>R46","."],"turn":20,"card":18,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',23,'turn','{"seat":"c","by":"squire","moves":["20R","."],"turn":21,"card":22,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',24,'turn','{"seat":"a","by":"person","moves":["35L","."],"turn":22,"card":9,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',25,'turn','{"seat":"b","by":"squire","moves":["18>R44","."],"turn":23,"card":42,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',26,'turn','{"seat":"c","by":"squire","moves":["50>R51","."],"turn":24,"card":1,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',27,'turn','{"seat":"a","by":"person","moves":["9L","."],"turn":25,"card":26,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',28,'turn','{"seat":"b","by":"squire","moves":["14R","."],"turn":26,"card":12,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',29,'turn','{"seat":"c","by":"squire","moves":["1>R21","."],"turn":27,"card":5,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',30,'turn','{"seat":"a","by":"person","moves":["26L","."],"turn":28,"card":2,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',31,'turn','{"seat":"b","by":"squire","moves":["53>R15","."],"turn":29,"card":8,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',32,'turn','{"seat":"c","by":"squire","moves":["5>R22","."],"turn":30,"card":21,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',33,'turn','{"seat":"a","by":"person","moves":["2L","."],"turn":31,"card":10,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',34,'turn','{"seat":"b","by":"squire","moves":["42>R16","."],"turn":32,"card":34,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',35,'turn','{"seat":"c","by":"squire","moves":["22>L29","."],"turn":33,"card":40,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',36,'turn','{"seat":"a","by":"person","moves":["10L","."],"turn":34,"card":43,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',37,'turn','{"seat":"b","by":"squire","moves":["8>R17","."],"turn":35,"card":27,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',38,'turn','{"seat":"c","by":"squire","moves":["40L","."],"turn":36,"card":25,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',39,'turn','{"seat":"a","by":"person","moves":["36L","."],"turn":37,"card":51,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',40,'turn','{"seat":"b","by":"squire","moves":["34xL","."],"turn":38,"card":11,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',41,'turn','{"seat":"c","by":"squire","moves":["46>L39","."],"turn":39,"card":13,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',42,'turn','{"seat":"a","by":"person","moves":["43L","."],"turn":40,"card":28,"was_shuffled":false}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',43,'turn','{"seat":"b","by":"squire","moves":["27>L49","."],"turn":41,"card":2,"was_shuffled":true,"deck":[17,6,20,37,48,23,22,31,10,46,44,14,35,47,1,45,18,41,5,9,53,8,26,4,16,0,15,27,50,43,34,19,36,42,33,7,24,30,32,40]}','2026-11-15T15:28:47Z');
INSERT INTO "entries" VALUES('YMcJcHYN-Bey',44,'turn','{"seat":"c","by":"squire","moves":["38R","."],"turn":42,"card":17,"was_shuffled":false}','2026-11-15T15:28:47Z');
CREATE TABLE tables (
	table_id VARCHAR(64) NOT NULL, 
	opening VARCHAR(160) NOT NULL, 
	stage VARCHAR(16) NOT NULL, 
	opened VARCHAR(20) NOT NULL, 
	PRIMARY KEY (table_id), 
	UNIQUE (opening)
);
INSERT INTO "tables" VALUES('YMcJcHYN-Bey','38f3d19e6ee4384ea6c89a33da1a39a6','playing','2026-11-15T15:28:46Z');
CREATE INDEX tables_by_stage ON tables (stage);
CREATE TRIGGER entries_appended BEFORE INSERT ON entries
    WHEN NEW.number <> (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE table_id = NEW.table_id)
    BEGIN SELECT RAISE(ABORT, 'entries are numbered without gaps'); END;
CREATE TRIGGER entries_not_updated BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'the log is only ever appended'); END;
CREATE TRIGGER entries_not_deleted BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'the log is only ever appended'); END;
COMMIT;
