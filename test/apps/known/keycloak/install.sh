set -e
mvn -q -B dependency:copy -Dartifact=org.keycloak:keycloak-quarkus-dist:26.7.0:zip -DoutputDirectory=.
jar xf keycloak-quarkus-dist-26.7.0.zip && rm keycloak-quarkus-dist-26.7.0.zip && mv keycloak-26.7.0 keycloak && chmod +x keycloak/bin/*.sh
keycloak/bin/kc.sh build --db=dev-file
# The tables of its database, once.
export PASSWORD=prepared KC_DB_URL="jdbc:h2:file:$PWD/database;NON_KEYWORDS=VALUE" KC_CACHE=local
keycloak/bin/kc.sh bootstrap-admin user --optimized --username admin --password:env PASSWORD
